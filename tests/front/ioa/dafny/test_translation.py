"""The text of translations to Dafny."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from holdfast.front.ioa.dafny.translation import dafny_text
from holdfast.front.ioa_document import load_ioa
from holdfast.source import SpecError
from tests.front.ioa.dafny.verifying import TICKETS, needs_dafny, translated
from tests.front.ioa.given import accepted
from tests.ioa.models import FILES, one_step


def effect_of(body: str, states: str = "x: int", definitions: str = "") -> str:
    """The translation of an automaton with one internal action."""
    lines = "\n            ".join(body.splitlines())
    declared = "\n        ".join(states.splitlines())
    text = f"""\
{definitions}
@automaton
def A(N: nat):
    class signature:
        @internal
        def step(k: int): pass
    class states:
        {declared}
    class transitions:
        @internal
        def step(k):
            {lines}
"""
    return translated(text, "A")


def formula(e: str, states: str, definitions: str = "") -> str:
    """The translation of an invariant."""
    text = one_step(states, "x", "x", definitions) + f"\n    invariant_of = {e}\n"
    rows = translated(text, "OneStep").splitlines()
    at = next(i for i, row in enumerate(rows) if "// invariant_of, line" in row)
    return rows[at].split("  //")[0].strip()


def test_the_types_of_a_file_are_one_module() -> None:
    text = translated(
        one_step(
            "Msg",
            "x",
            "x",
            "Small: type = IntRange[-1:4]\nOdd: type = IntEnum[1, 3]\nC: type = Enum[A, B]\n"
            "N: type = nat\nMsg: type = NamedTuple[to: Small, all: Map[N, Set[C]], "
            "bits: bv8, r: Real]",
        ),
        "OneStep",
    )
    assert text.startswith("""\
module Types {
  type Small = n: int | -1 <= n < 4 witness -1
  type Odd = n: int | n == 1 || n == 3 witness 1
  datatype C = A | B
  type N = nat
  datatype Msg = Msg(to: Small, all: map<nat, set<C>>, bits: bv8, r: real)
  datatype Action = step
""")


def test_every_lemma_and_predicate_names_its_source() -> None:
    rows = translated(TICKETS, k=1).splitlines()
    for above, row in pairwise(rows[rows.index("module Client {") :]):
        if row.startswith(("  lemma", "  predicate", "  function")):
            assert above.startswith("  // "), row
            assert "line " in above or "(none" in above, above
    assert "  // where of Client holds for component C1 of Tickets (line 69)" in rows


def test_a_name_is_changed_if_dafny_has_it() -> None:
    text = effect_of("method = s\nold = [s for s in old]", "s: int\nmethod: int\nold: Seq[int]")
    assert "datatype State = State(s: int, method': int, old': seq<int>)" in text
    assert "var method': int := s.s;" in text


def test_bound_variables_hide_nothing() -> None:
    assert formula("all(all(x in y for x in x) for y in {x})", "Set[int]", "").count("x in") == 2
    text = effect_of("y = x\nx = {y for y in y}", "x: Set[int]")
    assert "var x: set<int> := (set y': int | y' in y);" in text


@pytest.mark.parametrize(
    ("e", "type", "expected"),
    [
        ("0 <= x < 3 or x == 9", "int", "(0 <= x && x < 3) || x == 9"),
        ("x / 2 + x % 3 > 0", "int", "((x / 2) + (x % 3)) > 0"),
        ("7 % x == 0", "int", "(int'mod(7, x)) == 0"),
        ("x[1:] == x[:2] or x[0] in x", "Seq[int]", "(x[1..] == x[..2] || x[0] in x)"),
        ("x & {1} | {2} <= x", "Set[int]", "((x * {1}) + {2}) <= x"),
        ("disjoint(x, {1}) and 1 not in x", "Set[int]", "(x !! {1})"),
        ("all(v > 0 for v in x)", "Seq[int]", "(forall v: int :: v in x ==> (v > 0))"),
        ("exists(v, v in x and v > 0)", "Set[nat]", "(exists v: nat :: (v in x && v > 0))"),
        ("x.count(1) == len(x)", "Mset[int]", "(x[1] as int) == |x|"),
        ("x[1] and len(x.keys()) > 0", "Map[int, bool]", "x[1]"),
        ("{x[0], len(x), 1} == {-1}", "Seq[nat]", "{(x[0] as int), |x|, 1} == {-1}"),
        ("x << 2 == ~x ^ 1", "bv8", "(x << 2) == ((!x) ^ 1)"),
        ("x[1] and x[0] == 1", "Tuple[int, bool]", "x.1"),
        ("x == 'a'", "str", 'x == "a"'),
        ("x > 0.5", "Real", "x > (1.0 / 2.0)"),
        (
            "{i: i + 1 for i in range(3)} == x",
            "Map[int, int]",
            "(map i: int | 0 <= i < 3 :: i + 1) == x",
        ),
        (
            "len({i for i in range(3) if i in x}) == 1",
            "Set[int]",
            "|(set i: int | 0 <= i < 3 && (i in x))| == 1",
        ),
    ],
)
def test_expressions(e: str, type: str, expected: str) -> None:
    assert formula(e, type).replace("s.x", "x").removesuffix(" &&") in (expected, f"({expected})")


def test_nested_comprehensions_are_translated_once() -> None:
    e = "x"
    for _ in range(40):
        e = f"[v + 1 for v in {e} if v > 0]"
    assert len(effect_of(f"x = {e}", "x: Seq[int]")) < 20_000


def test_an_effect_is_a_chain_of_assignments() -> None:
    text = effect_of("x = x + k\nif x > 3:\n    x = 0\n", "x: int\ny: int")
    assert (
        """\
    var x: int := s.x + act.k;
    var s: State :=
      if x > 3 then
        (var x: int := 0;
        State(x, s.y))
      else
        State(x, s.y);
    s
"""
        in text
    )


def test_parts_of_values_are_assigned() -> None:
    msg = "Msg: type = NamedTuple[to: int, at: Seq[int]]"
    text = effect_of("x[k].at[0] = 1", "x: Seq[Msg]", msg)
    assert "s.x[act.k := Msg.Msg(s.x[act.k].to, s.x[act.k].at[0 := 1])];" in text


def test_indices_are_evaluated_before_several_assignments() -> None:
    text = effect_of("x[0], x[x[0]] = 1, 2", "x: Seq[int]")
    assert (
        """\
    var new'0 := 1;
    var new'1 := 2;
    var at'1'0 := s.x[0];
    var x: seq<int> := s.x[0 := new'0];
    var x: seq<int> := x[at'1'0 := new'1];
"""
        in text
    )


def test_local_variables_of_both_branches_remain() -> None:
    text = effect_of("if k > 0:\n    t = 1\nelse:\n    t = 2\nx = t")
    assert "var t :=\n      if act.k > 0 then" in text


def test_a_partial_function_requires_that_it_is_defined() -> None:
    f = "def f(s: Seq[int], i: int) -> nat:\n    return s[i] if i > 0 else 0\n"
    g = "def g(s: Seq[int]) -> bool:\n    return f(s, 1) > 0\n"
    text = translated(one_step("int", "0", "1", f + g), "OneStep")
    assert "((i > 0) ==> (0 <= i < |s'|)) &&" in text
    assert "requires f'defined(s', i)" in text
    assert "(f'defined(s', 1))" in text


def test_parameters_of_actions_with_one_name_and_two_types_are_kept_apart() -> None:
    text = translated(
        """\
@automaton
def A():
    class signature:
        @output
        def one(i: int): pass
        @output
        def two(i: bool, j: int): where = i
    class states: n: int
    class transitions: pass
""",
        "A",
    )
    assert "datatype Action = one(one'i: int) | two(two'i: bool, j: int)" in text
    assert "(act.two? && act.two'i)" in text


def test_lemmas_about_k_steps() -> None:
    text = translated(TICKETS, k=2)
    assert [f"lemma bmc_{n}_proof?" in text for n in range(4)] == [True, True, True, False]
    assert "lemma induction_proof?(s0: State, a1: Action, s1: State, a2: Action" in text
    assert text.count("invariant_of(s2, p) && transitions(s2, a3, s3, p)") == 1


def test_only_the_root_and_its_components_are_translated() -> None:
    text = translated(TICKETS, "Client")
    assert "module Client {" in text
    assert "module Office {" not in text


def test_a_translation_is_reproducible() -> None:
    assert translated(TICKETS, k=3) == translated(TICKETS, k=3)


@pytest.mark.parametrize(
    ("type", "before", "definitions", "where"),
    [
        ("Tuple[int]", "x", "", "x"),
        ("str", "'\\U0001f600'", "", "'\\U0001f600'"),
        ("Seq[bv8]", "f([1])", "def f(s: Seq[int]) -> Seq[int]: return s", "f([1])"),
    ],
)
def test_what_dafny_does_not_have_is_an_error(
    type: str, before: str, definitions: str, where: str
) -> None:
    file = accepted(one_step(type, "x", before, definitions))
    with pytest.raises(SpecError) as caught:
        dafny_text(file, "OneStep")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "unsupported"
    assert diagnostic.span is not None
    assert diagnostic.span.text.startswith(where)


@needs_dafny
@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_dafny_accepts_the_types_of_the_models(path: Path, tmp_path: Path) -> None:
    document = load_ioa(path)
    out = tmp_path / "model.dfy"
    out.write_text(document.dafny(None, 1), encoding="utf-8")
    done = subprocess.run(
        ["dafny", "/compile:0", "/dafnyVerify:0", str(out)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Error" not in done.stdout
