"""Several questions at once, in threads of one process: every answer as if it were alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, permutations
from pathlib import Path
from threading import Barrier

import pytest

import holdfast

SPECS = Path(__file__).parent.parent / "specs"
WORDS = ("ash", "birch", "cedar", "elm")
ORDERS = tuple(islice(permutations(WORDS), 0, 24, 3))
"""Eight orders: each is the one in which a spec mentions the words."""

CHECKED = r"""
---- MODULE {name} ----
EXTENDS Naturals, Sequences, TLC
VARIABLES left, taken

Place == [{places}]
Words == DOMAIN Place
Least(S) == CHOOSE w \in S : TRUE

ASSUME PrintT(Words)

Init == left \in SUBSET Words /\ taken = <<>>

Take ==
  /\ left # {{}}
  /\ left' = left \ {{Least(left)}}
  /\ taken' = Append(taken, [word |-> Least(left), rest |-> left'])

InOrder == \A i, j \in DOMAIN taken : i < j => Place[taken[i].word] < Place[taken[j].word]
Few == Len(taken) < {most}
====
"""
CONFIG = "INIT Init\nNEXT Take\nINVARIANTS InOrder Few\nCHECK_DEADLOCK FALSE\n"

PROVED = r"""
---- MODULE {name} ----
EXTENDS Naturals
VARIABLES word, seen

Place == [{places}]
Words == DOMAIN Place
First == CHOOSE w \in Words : TRUE

Init == word = First /\ seen = {{}}
Next == seen' = seen \union {{word}} /\ word' = CHOOSE w \in Words : Place[w] >= Place[word]

Proved == word = "{first}" /\ seen \subseteq {{"{first}"}}
====
"""

Question = Callable[[], str]


def _places(order: tuple[str, ...]) -> str:
    return ", ".join(f"{word} |-> {i}" for i, word in enumerate(order, start=1))


def _write(folder: Path, name: str, text: str, config: str) -> Path:
    path = folder / f"{name}.tla"
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".cfg").write_text(config, encoding="utf-8")
    return path


def _without_times(text: str) -> str:
    return re.sub(r"[\d.,]+ (s|ms)\b", "some time", text)


def _checks(folder: Path) -> dict[str, Question]:
    """Eight specs; every other one is violated, and each engine has four of them."""
    found: dict[str, Question] = {}
    for i, order in enumerate(ORDERS):
        name, most = f"Checked{i}", 5 - i % 2
        text = CHECKED.format(name=name, places=_places(order), most=most)
        path = _write(folder, name, text, CONFIG)
        engine = "interp" if i % 4 < 2 else "native"

        def question(path: Path = path, engine: str = engine) -> str:
            result = holdfast.load(path).check(engine=engine, workers=1)
            return _without_times(result.show())

        found[name] = question
    return found


def _proofs(folder: Path) -> dict[str, Question]:
    found: dict[str, Question] = {}
    for i, order in enumerate((ORDERS[1], ORDERS[-1])):
        name = f"Proved{i}"
        text = PROVED.format(name=name, places=_places(order), first=order[0])
        path = _write(folder, name, text, "INIT Init\nNEXT Next\nINVARIANT Proved\n")

        def question(path: Path = path) -> str:
            result = holdfast.load(path).prove(workers=1, remember=False)
            return _without_times(result.show())

        found[name] = question
    return found


def _inferences() -> dict[str, Question]:
    def question(name: str) -> str:
        path = SPECS / name / f"{name}.tla"
        result = holdfast.load(path).infer(workers=1, remember=False)
        return _without_times(result.show())

    names = ("SimpleDecentralizedLock", "Firewall")
    return {name: lambda name=name: question(name) for name in names}  # type: ignore[misc]  # bound now


@pytest.fixture(autouse=True)
def _threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


def _at_once(questions: Mapping[str, Question]) -> dict[str, str]:
    start = Barrier(len(questions))

    def ask(question: Question) -> str:
        start.wait()
        return question()

    with ThreadPoolExecutor(len(questions)) as pool:
        asked = {name: pool.submit(ask, question) for name, question in questions.items()}
        return {name: answer.result() for name, answer in asked.items()}


def _assert_as_alone(folder: Path, times: int) -> None:
    questions = {**_checks(folder), **_proofs(folder), **_inferences()}
    assert len(questions) == 12
    alone = {name: question() for name, question in questions.items()}
    for i, order in enumerate(ORDERS):
        text = alone[f"Checked{i}"]
        assert "{" + ", ".join(f'"{word}"' for word in order) + "}" in text
        assert ("Few is violated" in text) == bool(i % 2), text
    assert all("holds" in alone[name] for name in alone if not name.startswith("Checked"))
    for _ in range(times):
        assert _at_once(questions) == alone


@pytest.mark.native
@pytest.mark.smt
def test_questions_that_are_asked_at_once_have_the_answers_that_they_have_alone(
    tmp_path: Path,
) -> None:
    _assert_as_alone(tmp_path, 2)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.smt
def test_many_rounds_of_questions_that_are_asked_at_once(tmp_path: Path) -> None:
    _assert_as_alone(tmp_path, 20)
