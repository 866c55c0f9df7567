"""`python rank.py treys HANDS.json SECONDS`: another evaluator's rate, once for each line of input.

It runs in an environment of its own that holds nothing but the peer, so it imports nothing of ours.
"""

import json
import sys
import time


def treys(hands):
    from treys import Card, Evaluator  # noqa: PLC0415

    evaluate = Evaluator().evaluate
    made = [[Card.new(card) for card in hand] for hand in hands]
    made = [(hand[2:], hand[:2]) for hand in made]

    def once():
        for board, hole in made:
            evaluate(board, hole)

    return once


def phevaluator(hands):
    from phevaluator import evaluate_cards  # noqa: PLC0415

    def once():
        for hand in hands:
            evaluate_cards(*hand)

    return once


def eval7(hands):
    import eval7  # noqa: PLC0415

    evaluate = eval7.evaluate
    made = [[eval7.Card(card) for card in hand] for hand in hands]

    def once():
        for hand in made:
            evaluate(hand)

    return once


def main():
    name, path, seconds = sys.argv[1:]
    with open(path) as file:  # noqa: PTH123
        hands = json.load(file)
    once = globals()[name](hands)
    once()
    print("ready", flush=True)
    for _line in sys.stdin:
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < float(seconds):
            once()
            done += len(hands)
        print(done / (time.perf_counter() - began), flush=True)


main()
