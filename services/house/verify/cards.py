"""The dealer's hands: a whole pack, the shuffle that was committed to, every card in one place, and a clock."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from services.dealer import handlers
from services.dealer.domain import hand as hands
from services.dealer.domain import shuffle, views
from services.house.verify.findings import Findings
from shared.cards import PACKS, is_pack
from shared.hand import facts as say
from shared.hand import table_facts as at_table
from shared.journal.ports import Recorded, Tx
from shared.journal.tables import TIMER


def check_hand(found: Findings, history: Sequence[Recorded]) -> None:
    """Check one hand from its facts alone: after each of them, every card lies in exactly one place."""
    hand, whole = hands.NEW, True
    for recorded in history:
        hand = hands.apply(hand, recorded.fact)
        whole = whole and lying(hand) == list(range(1, hand.pack + 1))
    found.hold("pack_is_whole", hand.hand, expected=True, found=is_pack(hand.deck, hand.pack))
    found.hold("every_card_lies_in_one_place", hand.hand, expected=True, found=whole)
    check_shuffle(found, hand)


def check_shuffle(found: Findings, hand: hands.Hand) -> None:
    """Check that the deck is what its seed gives, and what was committed to before the first card."""
    root = shuffle.commitment(hand.deck, seed=hand.seed)
    found.hold("deck_is_as_committed", hand.hand, expected=hand.commitment, found=root)
    drawn = shuffle.shuffled(PACKS[hand.pack], seed=hand.seed, hand=hand.hand, label="deck")
    found.hold("deck_follows_from_its_seed", hand.hand, expected=True, found=drawn == hand.deck)


def check_proofs(found: Findings, hand: hands.Hand) -> int:
    """Check the proof of each card that was shown; return how many there were."""
    proofs = views.proofs(hand, everything=hand.stage is hands.Stage.CLOSED)
    for proof in proofs:
        place = f"{hand.hand} place {proof.position}"
        found.hold("shown_card_is_proved", place, expected=True, found=shuffle.holds(proof, root=hand.commitment))
    return len(proofs)


def check_table(found: Findings, tx: Tx, history: Sequence[Recorded]) -> None:
    """Check a table: each hand that it finished ends as the table noted it, and its state is the fold of its facts."""
    for recorded in history:
        match recorded.fact:
            case at_table.HandFinished(hand=hand, head=head):
                found.hold("table_holds_its_hands_fast", hand, expected=head, found=tx.head(hand))
            case _:
                pass


def check_clocks(found: Findings, connection: Connection, *, open_hands: Sequence[str]) -> None:
    """Check that every hand that is not closed will be asked for again."""
    kept = set(connection.execute(select(TIMER.c.stream).where(TIMER.c.kind == "redrive")).scalars())
    for hand in open_hands:
        found.hold("open_hand_has_a_clock", hand, expected=True, found=hand in kept)


def lying(hand: hands.Hand) -> list[int]:
    """Return the places of all cards of a hand, wherever they lie."""
    held = (place for places in hand.held.values() for place in places)
    return sorted((*held, *hand.undealt, *hand.muck, *hand.dead, *hand.burnt, *hand.common, *hand.drawn.laid))


def state_of(tx: Tx, hand: str) -> hands.Hand:
    """Return a hand's state."""
    return tx.fold(stream=hand, folding=handlers.HAND).state


def is_closed(history: Sequence[Recorded]) -> bool:
    """Whether a hand is over."""
    return bool(history) and isinstance(history[-1].fact, say.HandClosed)
