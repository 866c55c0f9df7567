"""dealer.show_holdings: let the seats that are left show."""

from shared.hand.pot_commands import ShowHoldings
from shared.messages.derive import schema_for

ShowHoldingsSchema = schema_for(ShowHoldings)
