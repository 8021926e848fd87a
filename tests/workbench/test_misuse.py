"""Wrong calls of the Python API: each is an error that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast import workbench
from tests.cli.specs import COUNTER

SPEC: Any = holdfast.load(text=COUNTER, constants={"N": 2})
"""Without a type, because the calls are wrong."""
API: Any = holdfast
DIAGRAM = "diagram D\npredicate zero == n = 0\nnode A initial: zero\nend\n"


def diagrams() -> Any:
    return API.load_diagrams(text=DIAGRAM)


UNKNOWN: dict[str, Callable[[], object]] = {
    "check() has no option `invariant`: did you mean `invariants`?": lambda: SPEC.check(
        invariant="Small"
    ),
    "check() has no option `max_state`: did you mean `max_states`?": lambda: SPEC.check(
        max_state=1
    ),
    "check() has no option `timeout`; its options are constants,": lambda: SPEC.check(timeout=1),
    "simulate() has no option `trace`: did you mean `traces`?": lambda: SPEC.simulate(trace=3),
    "simulate() has no option `dept`: did you mean `depth`?": lambda: SPEC.simulate(3, dept=3),
    "prove() has no option `solver`: did you mean `solvers`?": lambda: SPEC.prove(solver="z3"),
    "axioms() has no option `second`: did you mean `seconds`?": lambda: SPEC.axioms(second=1),
    "infer() has no option `propety`: did you mean `property`?": lambda: SPEC.infer(propety="x"),
    "grammar() has no option `lemma`: did you mean `lemmas`?": lambda: SPEC.grammar(lemma="x"),
    "mine() has no option `form`: did you mean `forms`?": lambda: SPEC.mine(form="bound"),
    "diagram() has no option `predicate`: did you mean `predicates`?": lambda: SPEC.diagram(
        predicate="n = 0"
    ),
    "group_by() has no option `worker`: did you mean `workers`?": lambda: SPEC.group_by(
        "n", worker=1
    ),
    "validate() has no option `partal`: did you mean `partial`?": lambda: SPEC.validate(
        "x.json", partal=True
    ),
    "sweep() has no option `deadlocks`: did you mean `deadlock`?": lambda: SPEC.sweep(
        {"deadlocks": False}, N=[1]
    ),
    "sweep() takes options first": lambda: SPEC.sweep(deadlock=[False]),
    "load() has no option `constant`: did you mean `constants`?": lambda: API.load(
        text=COUNTER, constant={}
    ),
    "check() has no option `allone`: did you mean `alone`?": lambda: diagrams().check(allone=True),
    "test() has no option `pattern`: did you mean `patterns`?": lambda: API.test(pattern="x"),
}

WRONG_TYPES: dict[str, Callable[[], object]] = {
    "`invariants` is a list of names, or one, not 3": lambda: SPEC.check(invariants=3),
    "`invariants` is a list of names, or one, not [3]": lambda: SPEC.check(invariants=[3]),
    "`invariants` is a list of names, or one, not None": lambda: SPEC.check(invariants=None),
    "`invariants` is a list of names, or one, not b'S'": lambda: SPEC.check(invariants=b"S"),
    "`properties` is a list of names, or one, not {'P'": lambda: SPEC.check(properties={"P": 1}),
    "`constants` is a dict from names to values, not [1]": lambda: SPEC.check(constants=[1]),
    "`constants` is a dict from names to values, not {3": lambda: SPEC.check(constants={3: 4}),
    "`progress` is a function, not 3": lambda: SPEC.check(progress=3),
    "`cancellation` is a Cancellation, not 3": lambda: SPEC.check(cancellation=3),
    "`N` cannot be 1.5: float is not a value of TLA+": lambda: SPEC.check(constants={"N": 1.5}),
    "`overlays` is a dict from paths to texts, not 3": lambda: API.load("A.tla", overlays=3),
    "`deadlock` is True or False, not 0": lambda: SPEC.check(deadlock=0),
    "`workers` is a whole number, not True": lambda: SPEC.check(workers=True),
    "`depth` is a whole number, not 1.5": lambda: SPEC.check(depth=1.5),
    "`traces` is a whole number, not 'many'": lambda: SPEC.simulate("many"),
    "`property` is a text, not ['TypeOK']": lambda: SPEC.infer(property=["TypeOK"]),
    "`expressions` is a list of texts, or one, not 3": lambda: SPEC.group_by(3),
    "`texts` is a list of texts, or one, not 3": lambda: SPEC.evaluate(3),
    "`N` is a list of values, not 3": lambda: SPEC.sweep(N=3),
    "the options are a dict, not 3": lambda: SPEC.sweep(3, N=[1]),
    "`path` is a path, not 3": lambda: API.load(3),
    "load() needs a path or a text": lambda: API.load(),
    "`text` is a text, not b''": lambda: API.load(text=b""),
    "`config` or `config_text`": lambda: API.load(text="", config="A.cfg", config_text=""),
    "`search_path` is a list of paths, or one, not 3": lambda: API.load(text="", search_path=3),
    "load_diagrams() needs a path or a text": lambda: API.load_diagrams(),
    "`lemmas` is a list of names, or one, not 3": lambda: diagrams().check(lemmas=3),
}

WRONG_VALUES: dict[str, Callable[[], object]] = {
    "`workers` is at least 1, not 0": lambda: SPEC.check(workers=0),
    # A negative number of threads once ended the whole process.
    "`workers` is at least 1, not -1": lambda: SPEC.check(workers=-1),
    # So many threads ended the whole process, too.
    "check(): `workers` is at most 1024, not 1000000000": lambda: SPEC.check(workers=10**9),
    "`workers` is at most 1024, not a number with thousands": lambda: SPEC.check(workers=10**5000),
    "`seed` is at most 9223372036854775807, not 1": lambda: SPEC.check(seed=10**30),
    "`seed` is at least -9223372036854775807, not -1": lambda: SPEC.simulate(seed=-(10**30)),
    "simulate(): `traces` is at most 9223372036854775807": lambda: SPEC.simulate(10**30),
    "`memory` is at most 9223372036854775807, not 1": lambda: SPEC.check(memory=10**30),
    "not 1e+300; None is no limit": lambda: SPEC.check(seconds=1e300),
    "`seconds` is a positive number, not a number with": lambda: SPEC.check(seconds=10**5000),
    "`engine` is one of 'auto', 'native', 'interp', not 'xxx": lambda: SPEC.check(engine="x" * 999),
    "`max_states` is at least 1, not 0": lambda: SPEC.check(max_states=0),
    "`memory` is at least 1, not -1": lambda: SPEC.check(memory=-1),
    "`seconds` is a positive number, not nan": lambda: SPEC.check(seconds=float("nan")),
    "not inf; None is no limit": lambda: SPEC.check(seconds=float("inf")),
    "`seconds` is a positive number, not 0": lambda: SPEC.prove(seconds=0),
    "`engine` is one of 'auto', 'native', 'interp', not 'C'": lambda: SPEC.group_by(
        "n", engine="C"
    ),
    "`k` is at least 1, not 0": lambda: SPEC.prove(k=0),
    "`solvers` is one of 'z3', 'cvc5', not 'z4'": lambda: SPEC.prove(solvers=["z3", "z4"]),
    "there is no solver": lambda: SPEC.prove(solvers=[]),
    "`algorithm` is one of 'holdfast', 'endive', not 'x'": lambda: SPEC.infer(algorithm="x"),
    "`boundd` is no form": lambda: SPEC.mine(forms="boundd"),
    "`nodes` is at least 1, not -1": lambda: SPEC.diagram(nodes=-1),
    "`traces` is at least 1, not 0": lambda: SPEC.simulate(0),
    "group_by(): there is no expression": lambda: SPEC.group_by([]),
    "evaluate(): there is no expression": lambda: SPEC.evaluate([]),
    "sweep(): there is no constant": lambda: SPEC.sweep(),
    "`form` is one of 'text', 'ascii', 'svg', not 'png'": lambda: SPEC.check().chart("png"),
    "give it as load(text=...)": lambda: API.load(COUNTER),
    "`solvers` is one of": lambda: API.recheck("folder", solvers="z4"),
}


@pytest.mark.parametrize("message", UNKNOWN)
def test_an_unknown_option_is_an_error_with_the_nearest_one(message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        UNKNOWN[message]()


@pytest.mark.parametrize("message", WRONG_TYPES)
def test_a_value_of_another_type_is_an_error(message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        WRONG_TYPES[message]()


@pytest.mark.parametrize("message", WRONG_VALUES)
def test_a_wrong_value_is_an_error(message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        WRONG_VALUES[message]()


def test_one_text_is_a_list_of_one_everywhere(tmp_path: Path) -> None:
    assert SPEC.check(invariants="Small", deadlock=False).ok
    assert SPEC.check(more_invariants="n < 2", deadlock=False).violated == "n < 2"
    assert SPEC.check(properties="<>(n = 2)", deadlock=False).outcome == "violated"
    assert SPEC.simulate(3, count="n = 0", deadlock=False).stat("n = 0").formula == "n = 0"
    assert SPEC.prove(invariants="TypeOK", solvers="z3").ok
    assert {r.form for r in SPEC.mine(forms="bound").relations} == {"bound"}
    assert SPEC.group_by("n > 0").expressions == ("n > 0",)
    assert len(SPEC.diagram(predicates="n = 0").diagrams.diagrams[0].nodes) == 2
    assert SPEC.evaluate("N").values == ((2,),)
    assert holdfast.load(text=COUNTER, search_path=tmp_path).search_path == (tmp_path,)


def test_names_in_a_set_have_an_order() -> None:
    result = SPEC.check(invariants={"n < 9", "n < 8", "n < 7", "n < 6"}, deadlock=False)
    assert result.to_json()["checked"] == ("n < 6", "n < 7", "n < 8", "n < 9")


def test_every_public_name_is_in_dir() -> None:
    assert set(holdfast.__all__) <= set(dir(holdfast))
    assert "load" in dir(holdfast)
    assert set(workbench.__all__) <= set(dir(workbench))
