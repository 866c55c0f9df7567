"""What a process keeps of streams between two transactions."""

from shared.journal.cache import Kept, StateCache


def kept(seq: int) -> Kept:
    return Kept(state=f"state {seq}", seq=seq, hash=f"hash {seq}", snapshot_seq=0)


def test_an_older_state_does_not_take_the_place_of_a_newer_one() -> None:
    """A reader that began earlier may end later."""
    cache = StateCache(capacity=4)
    cache.put("h1", "count", kept(5))
    cache.put("h1", "count", kept(3))

    assert kept(5) == cache.get("h1", "count")


def test_each_folding_of_a_stream_is_kept_for_itself() -> None:
    cache = StateCache(capacity=4)
    cache.put("h1", "count", kept(5))

    assert (kept(5), None, None) == (cache.get("h1", "count"), cache.get("h1", "view"), cache.get("h2", "count"))


def test_what_was_used_longest_ago_is_forgotten_first() -> None:
    cache = StateCache(capacity=2)
    cache.put("h1", "count", kept(1))
    cache.put("h2", "count", kept(2))
    cache.get("h1", "count")
    cache.put("h3", "count", kept(3))

    assert [True, False, True] == [cache.get(stream, "count") is not None for stream in ("h1", "h2", "h3")]


def test_a_state_can_be_dropped() -> None:
    cache = StateCache(capacity=4)
    for stream in ("h1", "h2", "h3"):
        cache.put(stream, "count", kept(1))
    cache.drop("h1", "count")
    cache.drop("never", "count")

    assert 2 == len(cache)
