"""The refusal to start."""

from typing import Final

EXIT_MISCONFIGURED: Final = 78


class Misconfigured(Exception):
    """A setting is missing, wrong or unknown: the text names the key and never shows the value."""

    exit_code: Final = EXIT_MISCONFIGURED

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
