"""dealer.report_fault: report an error."""

from shared.hand.floor_commands import ReportFault
from shared.messages.derive import schema_for

ReportFaultSchema = schema_for(ReportFault)
