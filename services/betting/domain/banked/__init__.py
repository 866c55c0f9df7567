"""Hands against the bank: stakes in boxes, VOY or PASO, settlement by the paytable."""
