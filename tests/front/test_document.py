"""What a front end gives for a spec: names, candidates, a system, formulas in its scope."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.document import Asked, Candidate, Document
from holdfast.front.files import Files
from holdfast.front.load import load
from holdfast.ir.text import show_expr
from holdfast.source import Source, SpecError

BODY = """
CONSTANTS N, Top
VARIABLE x
ASSUME Positive == N > 0
Init == x = 0
Step(n) == x' = x + n
Next == x < N /\\ Step(1)
Spec == Init /\\ [][Next]_x
TypeOK == x \\in 0 .. N
Small == x <= N
Twice(n) == 2 * n
Unused == x >= 0
THEOREM Bound == Spec => []Small
"""
CONFIG = "SPECIFICATION Spec\nINVARIANT TypeOK\nCONSTANTS N = 3\nTop <- Max\n"


def document(folder: Path, body: str = BODY, config: str | None = CONFIG) -> Document:
    text = f"---- MODULE A ----\nEXTENDS Integers\n{body}Max == N + 1\n====\n"
    (folder / "A.tla").write_text(text, encoding="utf-8")
    if config is not None:
        (folder / "A.cfg").write_text(config, encoding="utf-8")
    return load(folder / "A.tla")


def formula(text: str) -> Source:
    return Source("given", text)


def mistakes(spec: Document, *texts: Source) -> list[tuple[str, str | None]]:
    with pytest.raises(SpecError) as caught:
        spec.formulas(texts)
    return [(d.code, d.span and d.span.location()) for d in caught.value.diagnostics]


def test_symbols_are_what_the_spec_declares_and_where(tmp_path: Path) -> None:
    (tmp_path / "B.tla").write_text("---- MODULE B ----\nFar == 1\n====\n", encoding="utf-8")
    spec = document(tmp_path, BODY.replace("Twice", "I == INSTANCE B\nTwice"))
    found = {s.name: (s.kind, Path(s.span.source.name).name) for s in spec.symbols()}
    assert found["N"] == ("constant", "A.tla")
    assert found["x"] == ("variable", "A.tla")
    assert found["Step"] == ("definition", "A.tla")
    assert found["I"] == ("instance", "A.tla")
    assert found["Positive"] == ("assumption", "A.tla")
    assert found["Bound"] == ("theorem", "A.tla")
    assert found["Far"] == ("definition", "B.tla")
    assert "Nat" not in found
    assert all(s.span.text == s.name for s in spec.symbols())


def test_candidates_come_with_their_reasons(tmp_path: Path) -> None:
    assert document(tmp_path).candidates() == (
        Candidate("TypeOK", "invariant", "its name"),
        Candidate("Small", "invariant", "a theorem"),
        Candidate("Unused", "invariant", "nothing uses it"),
    )


def test_a_model_says_where_it_comes_from_and_what_it_asks(tmp_path: Path) -> None:
    model = document(tmp_path).build(Asked())
    assert model.config == str(tmp_path / "A.cfg")
    assert model.kinds == {"TypeOK": "invariant"}
    assert model.constants == {"N": "3", "Top": "Max"}
    assert model.replaced == {"Top"}
    model = document(tmp_path).build(Asked(invariants=("Small",), constants={"N": "5"}))
    assert model.kinds == {"Small": "invariant"}
    assert model.left_out == ("TypeOK",)
    assert model.constants["N"] == "5"


def test_values_are_proposed_only_without_a_model(tmp_path: Path) -> None:
    assert document(tmp_path).proposals(Asked()) == {}
    (tmp_path / "A.cfg").unlink()
    spec = document(tmp_path, config=None)
    assert spec.proposals(Asked())["N"] == "3"
    assert "N" not in spec.proposals(Asked(constants={"N": "2"}))


def test_a_formula_is_read_in_the_scope_of_the_spec(tmp_path: Path) -> None:
    model = document(tmp_path).build(Asked(), [formula("x < Twice(N)"), formula("x < Top")])
    twice, top = map(show_expr, model.formulas)
    assert twice == "x < Twice(N())"
    assert top == "x < Max()"
    # Nothing else of this model calls it.
    assert "Twice" in model.system.definitions
    assert [p.name for p in model.system.invariants] == ["TypeOK"]


def test_mistakes_in_formulas_have_their_places_in_the_texts(tmp_path: Path) -> None:
    spec = document(tmp_path)
    wrong = [Source("one", "x < M"), formula("x < N"), Source("two", "\n\n/\\ x < N\n/\\ y = 1")]
    assert mistakes(spec, *wrong) == [("unbound-name", "one:1:5"), ("unbound-name", "two:4:4")]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("x <", "syntax", "given:1:4"),
        ("x < N Other == TRUE", "syntax", "given:1:7"),
        ("", "syntax", "given:1:1"),
        ("x' = x", "model-property-form", "given:1:1"),
        ("[](x < N)", "model-property-form", "given:1:1"),
        ("Step(1)", "model-property-form", "given:1:1"),
    ],
)
def test_what_is_no_formula_about_states_is_refused(
    tmp_path: Path, text: str, code: str, place: str
) -> None:
    assert mistakes(document(tmp_path), formula(text)) == [(code, place)]


def test_a_spec_may_have_the_names_that_reading_formulas_uses(tmp_path: Path) -> None:
    (tmp_path / "Model.tla").write_text(
        "---- MODULE Model ----\nEXTENDS Integers\nCONSTANT S\nVARIABLE x\n"
        "Init == x = 0\nNext == x' = 0\n====\n"
    )
    (tmp_path / "Model.cfg").write_text("INIT Init\nNEXT Next\nCONSTANT S = 1 .. 3\n")
    model = load(tmp_path / "Model.tla").build(Asked(), [formula("x \\in S")])
    assert len(model.formulas) == 1


def test_mistakes_of_the_spec_come_first(tmp_path: Path) -> None:
    spec = document(tmp_path, BODY.replace("Small == x <= N", "Small == x <= M"))
    assert not spec.ok
    with pytest.raises(SpecError, match="M"):
        spec.build(Asked())


ALGORITHM = """---- MODULE P ----
EXTENDS Integers
(* --algorithm Count
variable n = 0;
begin
  Up: while n < 3 do n := n + 1; end while;
end algorithm; *)
====
"""


def test_an_algorithm_is_read_like_any_other_spec(tmp_path: Path) -> None:
    spec = load(tmp_path / "P.tla", files=Files.over({tmp_path / "P.tla": ALGORITHM}))
    found = {s.name: s for s in spec.symbols()}
    assert (found["n"].kind, found["n"].span.location()) == ("variable", f"{spec.path}:4:10")
    assert {"pc", "Up", "Spec"} <= set(found)
    model = spec.build(Asked(), [formula('pc = "Done" => n = 3')])
    assert [show_expr(e) for e in model.formulas] == ['pc = "Done" => n = 3']
    assert spec.notices


WORDS = r"""x N Top Step Twice Max Spec ( ) [ ] { } << >> , : /\ \/ => ~ = < + .. ' [] <> ENABLED
    \E \A \in CHOOSE IF THEN ELSE LET == IN LAMBDA EXCEPT ! @ |-> 1 "s" TRUE \n ---- ==== CASE ->
    VARIABLE EXTENDS INSTANCE formula@0 \* (*""".split()
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_no_formula_makes_it_raise_anything_but_a_spec_error(texts: list[str]) -> None:
    path = Path("nowhere/A.tla")
    text = f"---- MODULE A ----\nEXTENDS Integers\n{BODY}Max == N + 1\n====\n"
    overlays = {path: text, path.with_suffix(".cfg"): CONFIG}
    sources = [formula(t.replace("\\n", "\n")) for t in texts]
    try:
        assert len(load(path, files=Files.over(overlays)).formulas(sources)) == len(texts)
    except SpecError as error:
        spans = [d.span for d in error.diagnostics]
        assert all(span is not None and span.source in sources for span in spans)


@given(TEXTS, TEXTS)
def test_a_broken_spec_has_symbols_and_candidates(first: str, second: str) -> None:
    path = Path("nowhere/A.tla")
    text = f"---- MODULE A ----\nEXTENDS Integers\n{first}\n{BODY}{second}\n====\n"
    spec = load(path, files=Files.over({path: text}))
    assert all(s.name for s in spec.symbols())
    assert all(c.name for c in spec.candidates())
    assert isinstance(spec.proposals(Asked()), dict)
