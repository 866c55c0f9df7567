"""betting.close_boxes: end the time for stakes."""

from shared.hand.commands import CloseBoxes
from shared.messages.derive import schema_for

CloseBoxesSchema = schema_for(CloseBoxes)
