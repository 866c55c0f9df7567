"""The refusal to start."""


class Misconfigured(Exception):
    """A setting is missing, wrong or unknown: the text names the key and never shows the value."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
