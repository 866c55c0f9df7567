"""`python -m services.house` is `crupier`."""

from services.house.cli import main

main()
