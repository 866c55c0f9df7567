"""The house: the one place where all services are put together, run, checked and described."""
