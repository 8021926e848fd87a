"""The random numbers of behaviours, and the counts of several of them together."""

from __future__ import annotations

from collections import Counter

from holdfast.interp.walks import Count, Stream, Tally


def test_a_stream_is_a_function_of_the_seed_and_the_number() -> None:
    def numbers(seed: int, number: int) -> list[int]:
        stream = Stream(seed, number)
        return [stream.below(1_000_000) for _ in range(5)]

    assert numbers(3, 7) == numbers(3, 7)
    assert len({tuple(numbers(s, n)) for s in range(20) for n in range(20)}) == 400
    assert numbers(-1, 1) != numbers(1, 1)


def test_all_numbers_below_are_about_equally_frequent() -> None:
    stream = Stream(0, 1)
    found = Counter(stream.below(6) for _ in range(60_000))
    assert set(found) == set(range(6))
    assert all(9_500 < times < 10_500 for times in found.values())
    assert {stream.below(1) for _ in range(10)} == {0}


def test_tallies_add_up() -> None:
    whole, part = Tally.empty(1), Tally.empty(1)
    whole.add_behaviour(3, 10, [2])
    part.add_behaviour(5, 20, [0])
    part.stuck = part.digest = 1
    whole.add(part)
    assert whole.counts == [Count(2, 1, 4, 6)]
    assert (whole.behaviours, whole.states, whole.generated, whole.longest) == (2, 8, 30, 4)
    assert (whole.squares, whole.stuck, whole.digest) == (34, 1, 1)
