"""The evaluator: from cards to rankings, openers, qualification and the croupier's drawing. It owns nothing."""
