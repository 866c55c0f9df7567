"""What is said of a scenario that cannot be read."""


class Unreadable(ValueError):
    """A scenario file that does not keep to the format: says where, what was found and what is expected."""
