"""What dealer is asked."""
