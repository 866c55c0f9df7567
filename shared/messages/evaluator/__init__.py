"""What evaluator is asked."""
