"""What betting is asked."""
