"""What nobody can do in a game: the refusal names what one can."""

from collections.abc import Iterable

from shared.hand.command import Verb
from shared.rules.refusals import NoSuchAct


def no_such_act(asked: Verb, acts: Iterable[Verb]) -> NoSuchAct:
    """Return the refusal of an act that a game does not have; nobody chooses to be silent."""
    known = ", ".join(verb.value for verb in acts if verb is not Verb.TIMEOUT)
    return NoSuchAct(f"nobody can {asked.value} here: choose {known}", expected=known, found=asked.value)
