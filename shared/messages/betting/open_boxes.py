"""betting.open_boxes: open the boxes of a banked table for stakes."""

from shared.hand.commands import OpenBoxes
from shared.messages.derive import schema_for

OpenBoxesSchema = schema_for(OpenBoxes)
