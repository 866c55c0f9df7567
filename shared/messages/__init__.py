"""What travels and what lies in the journal: marshmallow schemas, derived from the commands and facts themselves."""
