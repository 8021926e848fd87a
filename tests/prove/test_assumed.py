"""What a proof for all sizes takes from the configuration is listed, unless the spec states it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from holdfast.report.proof import show_proof
from holdfast.source import SpecError
from holdfast.workbench import ProofResult, load, recheck, write_certificate
from tests.prove.attack import Target, attack

pytestmark = pytest.mark.smt


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


class Case(NamedTuple):
    """A spec about one variable, and what a proof of its property assumes."""

    constants: str
    config: str
    init: str
    inv: str
    assumed: tuple[str, ...]
    next: str = "x' = x"
    text: str = ""


CASES = {
    "a set within another": Case(
        "Learner, Acceptor",
        "Learner = {a1} Acceptor = {a1, a2, a3}",
        "x \\in Learner",
        "x \\in Acceptor",
        ("Learner \\subseteq Acceptor",),
    ),
    "equal sets": Case(
        "A, B", "A = {a1, a2} B = {a1, a2}", "x \\in B", "x \\in A", ("B \\subseteq A",)
    ),
    "a string that is no element": Case(
        "Proc", 'Proc = {"p1", "p2"}', "x \\in Proc", 'x # "p9"', ('"p9" \\notin Proc',)
    ),
    "a string as it is configured": Case(
        "Mode", 'Mode = "fast"', "x = Mode", 'x = "fast"', ('Mode = "fast"',)
    ),
    "a string that an assumption limits": Case(
        "Mode, N",
        'Mode = "fast" N = 4',
        "x = N",
        "x > 3",
        ('Mode = "fast"',),
        text='ASSUME Mode = "fast" => N > 3',
    ),
    "a model value that is no element": Case(
        "Proc, None", "Proc = {p1} None = None", "x \\in Proc", "x # None", ("None \\notin Proc",)
    ),
    "a union with a model value": Case(
        "Proc, None",
        "Proc = {p1} None = None",
        "x = [p \\in Proc \\union {None} |-> 0]",
        "x[None] = 0",
        ("None \\notin Proc",),
        "\\E p \\in Proc : x' = [x EXCEPT ![p] = 1]",
    ),
    "two model values": Case("A, B", "A = A B = B", "x = A", "x # B", ("A # B",)),
    "one model value for two constants": Case("A, B", "A = m B = m", "x = A", "x = B", ("B = A",)),
    "a model value and strings": Case(
        "None",
        "None = None",
        "x = {}",
        '{None, "q"} \\subseteq x => Cardinality(x) > 1',
        ('None # "q"',),
        "x' = x \\union {None} \\/ x' = x \\union {\"q\"}",
    ),
    "a model value and numbers": Case(
        "None, Ballot",
        "None = None Ballot = {0, 1}",
        "x \\in Ballot",
        "x # None",
        ("None \\notin Int",),
    ),
    "elements and numbers": Case(
        "Proc", "Proc = {p1}", "x \\in Proc", "x # 1", ("Proc \\intersect Int = {}",)
    ),
    "elements and tuples": Case(
        "Proc",
        "Proc = {p1}",
        "x \\in Proc",
        "x # <<1>>",
        ("no element of Proc is a set, function, tuple or record",),
    ),
    "an element": Case(
        "Node, Root", "Node = {n1, n2} Root = n1", "x = Root", "x \\in Node", ("Root \\in Node",)
    ),
    "a family of sets": Case(
        "Node, Quorum",
        "Node = {n1, n2} Quorum = {{n1}, {n1, n2}}",
        "x \\in Node",
        "x \\in Node",
        ("Quorum \\subseteq SUBSET Node",),
        "\\E Q \\in Quorum : x' \\in Q",
    ),
    "a function": Case(
        "Node, Weight",
        "Node = {n1, n2} Weight <- Ones",
        "x \\in Node",
        "Weight[x] > 0",
        ("Weight is Ones, as in the configuration",),
        text="Ones == [n \\in Node |-> 1]",
    ),
    "a function of which an assumption says all": Case(
        "Node, Weight",
        "Node = {n1, n2} Weight <- Ones",
        "x \\in Node",
        "Weight[x] > 0",
        ("Node # {}",),
        text="Ones == [n \\in Node |-> 1]\nASSUME Weight \\in [Node -> {1, 2}]",
    ),
    "a tuple": Case(
        "Node, Pair", "Node = {n1, n2} Pair = <<n1, n2>>", "x = Pair[1]", "x \\in Node",
        ("Pair \\in Node \\X Node",),
    ),
    "a record": Case(
        "Node, R", "Node = {n1, n2} R = [a |-> n1, b |-> 2]", "x = R.a", "x \\in Node",
        ("R \\in [a : Node, b : Int]",),
    ),
    "a function to values of several kinds": Case(
        "Node, None, Vote, n1",
        "Node = {n1, n2} n1 = n1 None = None Vote <- Votes",
        "x = {Vote[n] : n \\in Node}",
        "None \\notin x \\/ \\E n \\in Node : Vote[n] = None",
        ('Vote \\in [Node -> {"a", None}]', 'None # "a"', "Node # {}"),
        text='ASSUME DOMAIN Vote = Node\nVotes == [n \\in Node |-> IF n = n1 THEN "a" ELSE None]',
    ),
    "one definition for two constants": Case(
        "A, B", "A <- Both B <- Both", "x \\in A", "x \\in B", ("B = A",), text='Both == {"u", "v"}'
    ),
    "a definition that is replaced": Case(
        "N", "N = 3 Nat <- Few", "x = 0", "x < 4", ("Nat is Few, as in the configuration",),
        "x' \\in Nat", "Few == 0..3",
    ),
    "an operator": Case(
        "Op(_)", "Op <- More", "x = 0", "x >= 0", ("Op is More, as in the configuration",),
        "x' = Op(x)", "More(n) == n + 1",
    ),
    "a set that is not empty": Case(
        "Proc", "Proc = {p1}", "x = 0", "\\E p \\in Proc : TRUE", ("Proc # {}",)
    ),
    "a set that is not empty because of an element that is not used": Case(
        "Proc, Root", "Proc = {p1} Root = p1", "x = 0", "\\E p \\in Proc : TRUE", ("Proc # {}",)
    ),
    "a size": Case("Proc", "Proc = {p1}", "x = 0", "Cardinality(Proc) > 0", ("Proc # {}",)),
    "what holds of an empty set, too": Case(
        "Proc", "Proc = {p1}", "x = {}", "x \\subseteq Proc", (),
        "\\E p \\in Proc : x' = x \\union {p}",
    ),
    "what has no initial state for an empty set": Case(
        "Proc", "Proc = {p1}", "x \\in Proc", "x \\in Proc", ()
    ),
    "constants that are not used": Case(
        "Mode, A, B", 'Mode = "fast" A = {a1, a2} B = {a1}', "x = 0", "x = 0", ()
    ),
    "a symmetry and a view": Case(
        "Proc", "Proc = {p1, p2}\nSYMMETRY Sym\nVIEW V", "x \\in Proc", "x \\in Proc", (),
        text="Sym == {[p \\in Proc |-> p]}\nV == 1",
    ),
}  # fmt: skip

STATED = {
    "a set within another": "Learner \\subseteq Acceptor",
    "equal sets": "A = B",
    "a string that is no element": '\\A p \\in Proc : p # "p9"',
    "a string as it is configured": 'Mode \\in {"fast"}',
    "a model value that is no element": "Proc \\intersect {None} = {}",
    "two model values": "B # A",
    "a model value and strings": '"q" # None',
    "an element": "Node \\intersect {Root} = {Root}",
    "a family of sets": "UNION Quorum \\subseteq Node",
    "a set that is not empty": "Cardinality(Proc) > 0",
}
"""Assumptions that say in other words what the cases above assume."""


def prove(case: Case, folder: Path, stated: str | None = None) -> ProofResult:
    """The proof of a case, perhaps with one more assumption."""
    lines = [
        "---- MODULE Spec ----",
        "EXTENDS Integers, FiniteSets",
        f"CONSTANTS {case.constants}",
        "VARIABLE x",
        case.text,
        "" if stated is None else f"ASSUME {stated}",
        f"Init == {case.init}",
        f"Next == {case.next}",
        f"Inv == {case.inv}",
        "====",
    ]
    (folder / "Spec.tla").write_text("\n".join(lines), encoding="utf-8")
    (folder / "Spec.cfg").write_text(f"INIT Init\nNEXT Next\nCONSTANTS {case.config}\n")
    return load(folder / "Spec.tla").prove(invariants=["Inv"], all_sizes=True, workers=1)


@pytest.mark.parametrize("name", CASES)
def test_a_proof_lists_what_only_the_configuration_says(name: str, tmp_path: Path) -> None:
    result = prove(CASES[name], tmp_path)
    assert result.outcome == "proved", str(result)
    assert set(result.proof.assumed) == set(CASES[name].assumed)


@pytest.mark.parametrize("name", STATED)
def test_what_the_spec_states_is_not_listed(name: str, tmp_path: Path) -> None:
    result = prove(CASES[name], tmp_path, STATED[name])
    assert result.outcome == "proved", str(result)
    assert result.proof.assumed == ()


@pytest.mark.parametrize("name", STATED)
def test_without_what_it_lists_a_proof_is_refuted_and_with_it_not(
    name: str, tmp_path: Path
) -> None:
    prove(CASES[name], tmp_path)
    spec, config = tmp_path / "Spec.tla", tmp_path / "Spec.cfg"
    bare = attack(Target(spec, config, ("Inv",), ()), tmp_path, 40, seed=1)
    assert bare.refuted or bare.failed
    honest = attack(Target(spec, config, ("Inv",), CASES[name].assumed), tmp_path, 20, seed=1)
    assert (honest.refuted, honest.failed) == ([], [])


def test_what_is_assumed_comes_first(tmp_path: Path) -> None:
    result = prove(CASES["a string as it is configured"], tmp_path)
    first = show_proof(result.proof, result.question).split("\n\n")[1]
    assert 'for all sizes, assuming Mode = "fast", by induction' in " ".join(first.split())


def test_numbers_and_truth_values_are_any(tmp_path: Path) -> None:
    case = Case("N, M, Flag", "N = 1 M = 2 Flag = TRUE", "x = N", "x < M \\/ ~Flag", ())
    assert prove(case, tmp_path).outcome == "violated"


def test_an_element_that_may_be_a_string_is_not_asked_for_being_one(tmp_path: Path) -> None:
    case = Case("Proc", "Proc = {p1}", "x \\in Proc", "x \\notin STRING", ())
    with pytest.raises(SpecError, match="STRING"):
        prove(case, tmp_path)


def test_a_function_without_arguments_is_no_mistake_in_holdfast(tmp_path: Path) -> None:
    case = Case("N", "N = 1", "x = [e \\in {} |-> 1]", "\\A e \\in DOMAIN x : x[e] = N", ())
    assert prove(case, tmp_path).outcome == "proved"


def test_assumptions_that_contradict_each_other_prove_nothing(tmp_path: Path) -> None:
    # The first cannot be evaluated, so that nobody knows whether both are true.
    text = "ASSUME \\A n \\in Int : n > N\nASSUME N \\in Nat"
    result = prove(Case("N", "N = 3", "x \\in Int", "x = 5", (), text=text), tmp_path)
    assert result.outcome == "unknown"
    assert any("is taken to be true" in each for each in result.proof.warnings)


def test_a_false_assumption_is_found_after_one_that_cannot_be_evaluated(tmp_path: Path) -> None:
    text = "ASSUME \\A n \\in Int : n > N\nASSUME N > 5"
    result = prove(Case("N", "N = 3", "x = 0", "x = 5", (), text=text), tmp_path)
    assert (result.outcome, result.exit_code) == ("violated", 10)


def test_what_must_be_shown_of_an_empty_set_is_in_the_answer_and_in_the_certificate(
    tmp_path: Path,
) -> None:
    case = Case("A, B", "A = {a1} B = {b1}", "x = {}", "B # {} \\/ x \\subseteq A", ())
    result = prove(case._replace(next="\\E a \\in A : x' = x \\union {a}"), tmp_path)
    assert (result.outcome, result.proof.assumed) == ("proved", ())
    empty = [o for o in result.obligations if o["kind"] == "empty"]
    assert {o["lemma"] for o in empty} <= {"A = {}", "B = {}"}
    assert "B = {}" in {o["lemma"] for o in empty}
    write_certificate(result, tmp_path / "proof")
    assert recheck(tmp_path / "proof").ok


@pytest.mark.parametrize(
    ("init", "next", "inv"),
    [
        ("x = 0", "x' = x", "Flag"),
        ("x = 0", "x' = x", "x = 0 /\\ Flag"),
        ("x = 0", "~Flag /\\ x' = 1", "x = 0"),
        ("x = 0", "IF Flag THEN x' = x ELSE x' = 1", "x = 0"),
        ("(x = 0 /\\ Flag) \\/ (x = 1 /\\ ~Flag)", "x' = x", "x = 0"),
    ],
)
@pytest.mark.parametrize("config", ["Flag = TRUE", "Flag <- Given"])
def test_a_constant_that_is_a_formula_is_not_its_value(
    init: str, next: str, inv: str, config: str, tmp_path: Path
) -> None:
    case = Case("Flag", config, init, inv, (), next, "Given == TRUE")
    assert prove(case, tmp_path).outcome != "proved"


def test_a_guard_that_is_a_constant_is_not_its_value(tmp_path: Path) -> None:
    case = Case("Flag", "Flag = FALSE", "x = 0", "x = 0", (), "Flag /\\ x' = 1")
    assert prove(case, tmp_path).outcome != "proved"


def test_what_an_instance_puts_for_a_constant_of_that_name_does_not_stand_for_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "B.tla").write_text("---- MODULE B ----\nCONSTANT Top\nLimit == Top\n====\n")
    text = "Max == 3\nI == INSTANCE B WITH Top <- 4 + 3"
    init, next = "x = 0 /\\ I!Limit = 7", "x < Top /\\ x' = x + 1"
    case = Case("Top", "Top <- Max", init, "x <= 3", (), next, text)
    # It is 3 in the configuration alone.
    assert prove(case, tmp_path).outcome != "proved"
