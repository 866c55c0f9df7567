"""The services of the house. None imports another; `house` alone composes them into one process."""
