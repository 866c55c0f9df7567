"""What holdings are worth: pure functions of cards. Nothing here knows a seat, a name or an amount."""
