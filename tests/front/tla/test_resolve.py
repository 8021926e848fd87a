from __future__ import annotations

from pathlib import Path
from typing import TypeVar, get_args

from holdfast.codes import CODES
from holdfast.front.files import Files
from holdfast.front.suggest import closest
from holdfast.front.tla.levels.checker import RULES
from holdfast.front.tla.modules import Spec, load_spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.resolver import HANDLERS
from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, errors

TESTS = Path(__file__).parents[2]
S = TypeVar("S")


def read(body: str) -> Spec:
    """The spec with these units, which has to be without errors."""
    spec = load_spec(
        Path("nowhere/A.tla"),
        files=Files.over({Path("nowhere/A.tla"): f"---- MODULE A ----\n{body}\n====\n"}),
    )
    assert errors(spec.diagnostics) == ()
    return spec


def mistakes(body: str) -> list[Diagnostic]:
    text = f"---- MODULE A ----\n{body}\n====\n"
    return list(
        errors(
            load_spec(
                Path("nowhere/A.tla"), files=Files.over({Path("nowhere/A.tla"): text})
            ).diagnostics
        )
    )


def named(spec: Spec, name: str, kind: type[S]) -> S:
    symbol = spec.module.names[name]
    assert isinstance(symbol, kind)
    return symbol


def body_of(spec: Spec, name: str) -> tree.Expr:
    node = named(spec, name, sym.Operator).node
    assert isinstance(node, tree.Definition)
    return node.body


def meaning(spec: Spec, name: str) -> sym.Meaning:
    """What the body of a definition, which is one reference, means."""
    return spec.module.uses[id(body_of(spec, name))]


# ---- the tables ----


def test_every_form_of_expression_can_be_resolved_and_has_a_level() -> None:
    forms = set(get_args(tree.Expr))
    assert forms <= set(HANDLERS)
    assert forms <= set(RULES)


def test_every_code_with_a_number_of_sany_is_shown_by_a_test() -> None:
    pages = [*TESTS.rglob("*.md"), *TESTS.rglob("test_*.py")]
    text = "\n".join(page.read_text() for page in pages)
    missing = [c for c, row in CODES.items() if row.sany and f"[{c}]" not in text]
    assert [c for c in missing if f'"{c}"' not in text] == []


# ---- what names mean ----


def test_a_reference_means_the_declared_symbol() -> None:
    spec = read("VARIABLE x\nCONSTANT N\nA == x\nB == N")
    assert meaning(spec, "A") is spec.module.names["x"]
    assert meaning(spec, "B") is spec.module.names["N"]
    assert [s.name for s in spec.module.own] == ["x", "N", "A", "B"]


def test_operators_mean_built_ins_or_definitions() -> None:
    spec = read("EXTENDS Naturals\nA == 1 = 2\nB == 1 + 2\nC == ~TRUE")
    assert isinstance(meaning(spec, "A"), sym.BuiltIn)
    plus = meaning(spec, "B")
    assert isinstance(plus, sym.Operator)
    assert (plus.name, plus.module.name, plus.module.bundled) == ("+", "Naturals", True)


def test_bound_names_are_symbols_of_their_own() -> None:
    spec = read("A == \\E x \\in {1} : x = 1\nB == \\E x \\in {1} : x = 2")
    found = []
    for name in ("A", "B"):
        body = body_of(spec, name)
        assert isinstance(body, tree.Quantifier)
        assert isinstance(body.body, tree.Infix)
        symbol = spec.module.uses[id(body.body.left)]
        assert symbol is spec.module.declared[id(body.bounds[0].names[0])]
        found.append(symbol)
    assert found[0] is not found[1]


def test_the_sets_of_bounds_do_not_see_the_names() -> None:
    (found,) = mistakes("A == \\E x \\in {1}, y \\in {x} : TRUE")
    assert found.code == "unbound-name"


def test_a_function_is_visible_in_its_body_but_not_in_its_domain() -> None:
    spec = read("f[x \\in {1}] == f[x]")
    node = named(spec, "f", sym.Operator).node
    assert isinstance(node, tree.FunctionDefinition)
    assert isinstance(node.body, tree.Index)
    assert spec.module.uses[id(node.body.function)] is spec.module.names["f"]
    assert [d.code for d in mistakes("f[x \\in f] == x")] == ["unbound-name"]


def test_extended_names_are_visible_and_local_ones_are_not_exported() -> None:
    spec = read("EXTENDS Naturals\nLOCAL Mine == 1\nYours == Mine")
    assert "Nat" in spec.module.exports
    assert "Yours" in spec.module.exports
    assert "Mine" not in spec.module.exports
    assert [m.name for m in spec.module.extends] == ["Naturals"]


def test_a_nested_module_sees_what_is_above_it() -> None:
    spec = read("VARIABLE x\n---- MODULE In ----\nA == x\n====\nI == INSTANCE In\nB == I!A")
    inner = spec.module.modules["In"]
    assert inner.outer is spec.module
    assert list(inner.names) == ["A"]
    assert inner.parameter_free is False


def test_assumptions_come_with_extended_modules() -> None:
    spec = read(
        "---- MODULE In ----\nASSUME TRUE\nASSUME Two == 1 = 1\n====\n"
        "---- MODULE Out ----\nEXTENDS In\nASSUME FALSE\n===="
    )
    outer = spec.module.modules["Out"]
    assert [fact.name for fact in outer.assumptions] == ["", "Two", ""]


def test_theorems_and_assumptions_can_be_used_as_formulas() -> None:
    spec = read("ASSUME A == TRUE\nTHEOREM T == A\nB == T /\\ A")
    assert isinstance(spec.module.names["T"], sym.Fact)


# ---- instances ----

COUNTER = "---- MODULE C ----\nCONSTANT N\nVARIABLE n\nNext == n' = N\nTwice(a) == {a, n}\n====\n"


def test_substitutions_are_complete() -> None:
    spec = read(f"VARIABLE n\n{COUNTER}I == INSTANCE C WITH N <- 1")
    instance = named(spec, "I", sym.Instance)
    values = {s.target.name: s.value for s in instance.substitutions}
    assert isinstance(values["N"], tree.Number)
    assert values["n"] is spec.module.names["n"]


def test_a_substitution_names_the_symbol_of_the_other_module() -> None:
    spec = read(f"VARIABLE n\n{COUNTER}I == INSTANCE C WITH N <- 1")
    instance = named(spec, "I", sym.Instance)
    node = instance.node.substitutions[0]
    assert spec.module.uses[id(node)] is spec.module.modules["C"].names["N"]


def test_a_path_means_the_definition_seen_through_the_instance() -> None:
    spec = read(f"VARIABLE n\n{COUNTER}I(k) == INSTANCE C WITH N <- k\nA == I(1)!Twice(2)")
    found = meaning(spec, "A")
    assert isinstance(found, sym.Instantiated)
    assert found.instance is spec.module.names["I"]
    assert found.original is spec.module.modules["C"].names["Twice"]
    assert [p.name for p in found.params] == ["k", "a"]


def test_an_instance_in_an_instance_is_seen_through_both() -> None:
    spec = read(
        f"VARIABLE n\n{COUNTER}"
        "---- MODULE D ----\nVARIABLE m\nJ(k) == INSTANCE C WITH N <- k, n <- m\n====\n"
        "I == INSTANCE D WITH m <- n\nA == I!J(1)!Twice(2)"
    )
    found = meaning(spec, "A")
    assert isinstance(found, sym.Instantiated)
    assert found.instance.name == "I"
    assert isinstance(found.original, sym.Instantiated)
    assert found.original.instance.name == "J"


def test_an_unnamed_instance_brings_the_definitions_in() -> None:
    spec = read(f"VARIABLE n\n{COUNTER}INSTANCE C WITH N <- 1\nA == Twice(1)")
    found = meaning(spec, "A")
    assert isinstance(found, sym.Instantiated)
    assert found.instance.name == ""


def test_definitions_in_which_nothing_can_be_substituted_stay_what_they_are() -> None:
    spec = read("INSTANCE Naturals\nA == Nat")
    assert meaning(spec, "A") is spec.modules["Naturals"].names["Nat"]


def test_a_definition_of_a_broken_module_may_be_anything() -> None:
    found = mistakes("---- MODULE C ----\nA == == 1\n====\nI == INSTANCE C\nB == I!A")
    assert [d.code for d in found] == ["syntax"]


# ---- selections ----


def test_a_selection_has_the_text_and_what_stands_for_its_names() -> None:
    spec = read("Op(a) == \\A x \\in a : x = 1\nA == Op(2)!(3)!<<")
    found = meaning(spec, "A")
    assert isinstance(found, sym.Selection)
    assert isinstance(found.body, tree.Ref)
    assert found.body.name == "x"
    assert [p.name for p in found.params] == ["a", "x"]
    assert [a.span.text for a in found.args] == ["2", "3"]


def test_a_selection_can_stand_for_an_operator() -> None:
    spec = read("Op(a) == \\A x \\in a : x = a\nUse(F(_, _)) == F(1, 2)\nA == Use(Op!@)")
    body = body_of(spec, "A")
    assert isinstance(body, tree.Ref)
    found = spec.module.uses[id(body.args[0])]
    assert isinstance(found, sym.Selection)
    assert found.args == ()


# ---- proofs ----


def test_names_of_a_step_are_visible_where_they_hold() -> None:
    assert (
        mistakes(
            "THEOREM T == ASSUME NEW x PROVE x = x\n"
            "  <1>1. SUFFICES ASSUME NEW y PROVE y = x\n    OBVIOUS\n"
            "  <1>2. ASSUME NEW z PROVE y = z\n    BY z = x\n"
            "  <1>3. PICK w : w = y\n    OBVIOUS\n"
            "  <1>4. TAKE v \\in w\n"
            "  <1>5. QED\n    BY v = w, T\n"
        )
        == []
    )


def test_names_of_an_assume_step_end_with_its_proof() -> None:
    (found,) = mistakes(
        "THEOREM TRUE\n  <1>1. ASSUME NEW z PROVE z = z\n    OBVIOUS\n  <1>2. QED\n    BY z = z\n"
    )
    assert found.code == "unbound-name"


def test_picked_names_are_not_visible_in_the_proof_of_the_pick() -> None:
    (found,) = mistakes(
        "THEOREM TRUE\n  <1>1. PICK z : z = z\n    BY z = z\n  <1>2. QED\n    BY z = z\n"
    )
    assert found.span is not None
    assert found.span.source.position(found.span.start)[0] == 4


def test_an_equation_can_be_continued_in_the_next_step() -> None:
    assert mistakes("THEOREM TRUE\n<1>1. 1 = 2\n  OBVIOUS\n<1>2. @ = 3\n  OBVIOUS\n<1>3. QED") == []


# ---- one mistake, one message ----


def test_an_unknown_name_is_reported_once_with_its_other_places() -> None:
    (found,) = mistakes("A == no\nB == no\nC == {no}")
    assert found.span is not None
    assert found.span.text == "no"
    assert found.notes[-1].message == "also used in lines 3, 4"


def test_a_missing_extends_is_one_message_for_each_operator() -> None:
    assert len(mistakes("A == 1 + 2 + 3\nB == 4 + 5")) == 1


def test_a_broken_definition_is_not_reported_at_its_uses() -> None:
    found = mistakes("Init == [x |-> \nNext == Init(1, 2)\nLast == Init!1")
    assert {d.code for d in found} <= {"syntax", "unclosed-bracket"}


def test_a_broken_unit_that_lost_its_name_may_have_declared_anything() -> None:
    found = mistakes("== 1\nA == Lost")
    assert [d.code for d in found] == ["syntax"]


def test_a_wrong_number_of_arguments_hides_what_is_in_them() -> None:
    assert [d.code for d in mistakes("F(a) == a\nA == F(no, body)")] == ["wrong-arity"]


def test_a_misspelled_declaration_of_a_parameter_is_one_message() -> None:
    inner = "---- MODULE C ----\nVARIABLE total\n====\n"
    found = mistakes(f"VARIABLE totel\n{inner}I == INSTANCE C\nA == total")
    assert [d.code for d in found] == ["missing-substitution"]
    assert found[0].help == "`totel` is declared here: is one of the two misspelled?"


def test_a_name_declared_twice_differently_is_one_message() -> None:
    found = mistakes("CONSTANT x\nVARIABLE x\nASSUME x = 1\nA == x(1)")
    assert [d.code for d in found] == ["shadowed-name"]


# ---- suggestions ----


def test_the_closest_name_is_suggested() -> None:
    names = ["Init", "Next", "messages", "votes", "Vote"]
    assert closest("Itin", names) == "Init"
    assert closest("mesages", names) == "messages"
    assert closest("INIT", names) == "Init"
    assert closest("voted", names) == "votes"
    assert closest("zzz", names) is None
    assert closest("y", ["x", "Y"]) == "Y"
    assert closest("y", ["x"]) is None


def test_an_operator_is_not_suggested_for_a_word() -> None:
    (found,) = mistakes("EXTENDS Naturals\nA == q")
    assert found.help is None


def test_a_standard_operator_tells_its_module() -> None:
    (found,) = mistakes("A == Cardinality({})")
    assert found.help == "module `FiniteSets` defines it: add `FiniteSets` to EXTENDS"


def test_unary_minus_needs_integers() -> None:
    (found,) = mistakes("EXTENDS Naturals\nA == -1")
    assert found.help is not None
    assert "Integers" in found.help


def test_a_module_used_as_a_name_tells_how_to_instantiate_it() -> None:
    (found,) = mistakes("EXTENDS Naturals\nA == Naturals!Nat")
    assert found.help == "`Naturals` is a module; name an instance: `I == INSTANCE Naturals`"


# ---- depth ----


def test_long_chains_of_operators_are_no_problem() -> None:
    chain = " \\union ".join(["{1}"] * 5000)
    assert mistakes(f"A == {chain}") == []
    ifs = "IF TRUE THEN 1 ELSE " * 250 + "2"
    assert mistakes(f"A == {ifs}") == []
