"""Walks: paths of ids, what a step shows, what is possible, edits, limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.explore import formulas as evaluation
from holdfast.explore import reasons
from holdfast.explore.model import OpenModel
from holdfast.explore.traces import RunTrace
from holdfast.explore.wire import Step
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.explore.small import CONFIG, WIRE
from tests.explore.walks import FEW, SPECS, compare_walks


def wire(text: str = WIRE, config: str = CONFIG) -> OpenModel:
    return OpenModel(load(text=text, config_text=config))


def named(steps: list[Step], label: str) -> Step:
    return next(step for step in steps if step["label"] == label)


def walk_along(model: OpenModel, *labels: str) -> list[str]:
    """The path of the first initial state and steps with these labels."""
    path = [model.walk()["next"][0]["key"]]
    for label in labels:
        path.append(named(model.walk(path)["next"], label)["key"])
    return path


@pytest.mark.parametrize("name", FEW)
def test_walks_agree_with_the_state_graph(name: str) -> None:
    assert compare_walks(SPECS / name, 2) > 5


def test_an_empty_path_offers_the_initial_states() -> None:
    found = wire().walk()
    assert (found["steps"], len(found["next"]), found["more"]) == ([], 4, 0)
    assert all(step["label"] is None and not step["changes"] for step in found["next"])
    assert found["invariants"] == ["NoOverdrafts"]
    assert found["variables"] == ["account", "pc"]


def test_of_many_initial_states_200_are_sent() -> None:
    model = wire(WIRE.replace("1..2]", "1..20]"))
    found = model.walk()
    assert (len(found["next"]), found["more"]) == (200, 200)
    last = model.opened.initial().steps[-1]
    assert model.walk([model.key_of(None, last).key])["ended"] is None


def test_a_step_has_its_action_arguments_place_and_nested_changes() -> None:
    model = wire()
    path = walk_along(model, "Check(1)", "Withdraw(1)")
    step = model.walk(path)["steps"][-1]
    assert (step["number"], step["action"], step["arguments"]) == (3, "Withdraw", [("self", "1")])
    assert step["place"] is not None
    assert step["place"]["start"]["line"] == 11
    assert step["changes"] == [
        {"place": "account.alice", "before": "1", "after": "0", "text": "1 -> 0"},
        {
            "place": "pc[1]",
            "before": '"withdraw"',
            "after": '"done"',
            "text": '"withdraw" -> "done"',
        },
    ]
    assert [v["name"] for v in step["state"] if v["changed"]] == ["account", "pc"]
    assert step["lane"] == "1"


def test_truths_are_those_of_the_states() -> None:
    model = wire()
    path = walk_along(model, "Check(1)", "Check(2)", "Withdraw(1)", "Withdraw(2)")
    found = model.walk(path, truth=['account["bob"] > 0', "NotNumber"])
    rows = [step["truth"]["NoOverdrafts"] for step in found["steps"]]
    assert rows == [True, True, True, True, False]
    last = found["steps"][-1]
    assert last["truth"]['account["bob"] > 0'] is True
    assert last["truth"]["NotNumber"] is None
    assert "not a formula" in last["reasons"]["NotNumber"]


def test_watched_expressions_have_a_value_or_an_error_on_every_row() -> None:
    model = wire()
    found = model.walk(
        walk_along(model, "Check(1)"), watch=['account["alice"]', "account[7]", "x +"]
    )
    for step in (*found["steps"], *found["next"]):
        assert step["watch"]['account["alice"]']["text"].isdigit()
        assert "domain" in step["watch"]["account[7]"]["error"]
        assert "error" in step["watch"]["x +"]


def test_two_steps_to_one_state_have_keys_of_their_own() -> None:
    again = 'Again(self) == pc[self] = "check" /\\ pc\' = [pc EXCEPT ![self] = "withdraw"]'
    text = WIRE.replace("Check(self) \\/", "Check(self) \\/ Again(self) \\/").replace(
        "Next ==", f"{again} /\\ UNCHANGED account\nNext =="
    )
    model = wire(text)
    start = [model.walk()["next"][0]["key"]]
    ones = [s for s in model.walk(start)["next"] if s["label"] in ("Check(1)", "Again(1)")]
    assert ones[0]["id"] == ones[1]["id"]
    assert ones[1]["key"] == f"{ones[1]['id']}-2"
    for one in ones:
        assert model.walk([*start, one["key"]])["steps"][-1]["label"] == one["label"]


def test_an_edit_ends_a_walk_at_a_step() -> None:
    path = walk_along(wire(), "Check(1)", "Withdraw(1)")
    edited = wire(WIRE.replace("@ - 1", "@ - 2")).walk(path)
    assert edited["ended"] == {"at": 3, "reason": f"no step leads to {path[2]}"}
    assert [step["label"] for step in edited["steps"]] == [None, "Check(1)"]
    assert wire(WIRE.replace("NotNumber == account", "NotNumber == 1")).walk(path)["ended"] is None
    assert wire().walk(["not an id"])["ended"] == {
        "at": 1,
        "reason": "no initial state is not an id",
    }


def test_ids_do_not_depend_on_the_order_of_variables() -> None:
    swapped = wire(WIRE.replace("VARIABLES account, pc", "VARIABLES pc, account"))
    assert {s["id"] for s in swapped.walk()["next"]} == {s["id"] for s in wire().walk()["next"]}


def test_disabled_actions_are_counted_and_a_deadlock_is_told() -> None:
    model = wire()
    found = model.walk(walk_along(model, "Check(1)"))
    assert found["disabled"] == [
        {"action": "Check", "instances": 1, "enabled": 1},
        {"action": "Withdraw", "instances": 1, "enabled": 1},
    ]
    end = model.walk(walk_along(model, "Check(1)", "Check(2)", "Withdraw(1)", "Withdraw(2)"))
    assert (end["next"], end["deadlock"], found["deadlock"]) == ([], True, False)


def test_states_and_steps_outside_the_constraints_are_marked() -> None:
    extra = 'Few == pc[1] # "done"\nOrder == pc[2] # "check" \\/ pc\'[1] # "withdraw"\n===='
    config = CONFIG + "CONSTRAINT Few\nACTION_CONSTRAINT Order\n"
    model = wire(WIRE.replace("\n====", f"\n{extra}"), config)
    start = [model.walk()["next"][0]["key"]]
    steps = {step["label"]: step["outside"] for step in model.walk(start)["next"]}
    assert steps == {"Check(1)": ["Order"], "Check(2)": []}
    path = walk_along(model, "Check(2)", "Check(1)", "Withdraw(1)")
    assert model.walk(path)["steps"][-1]["outside"] == ["Few"]


def test_the_level_of_a_state_is_its_number_in_the_walk() -> None:
    text = WIRE.replace("EXTENDS Integers", "EXTENDS Integers, TLC").replace(
        "\n====", '\nShort == TLCGet("level") < 3\n===='
    )
    model = wire(text, CONFIG + "CONSTRAINT Short\n")
    found = model.walk(walk_along(model, "Check(1)", "Check(2)"), watch=['TLCGet("level")'])
    steps = [*found["steps"], *found["next"]]
    levels = [step["watch"]['TLCGet("level")']["text"] for step in steps]
    assert levels == ["1", "2", "3", "4", "4"]
    assert [step["outside"] for step in steps][1:3] == [[], ["Short"]]
    assert model.evaluate('TLCGet("level")', found["path"])["value"] == {"text": "3"}


def test_an_error_in_one_action_leaves_the_others() -> None:
    model = wire(WIRE.replace("@ - 1", '@ - "x"'))
    found = model.walk(walk_along(model, "Check(1)"))
    assert found["error"] is not None
    assert found["error"]["code"] == "eval-not-a-number"
    assert [step["label"] for step in found["next"]] == ["Check(2)"]
    assert found["deadlock"] is False


def test_values_are_evaluated_in_the_last_state() -> None:
    model = wire()
    path = walk_along(model, "Check(1)", "Withdraw(1)")
    value = model.evaluate("account", path)["value"]
    assert value["kind"] == "record"
    assert [(p["key"], p["value"]["text"]) for p in value["parts"]] == [
        ("alice", "0"),
        ("bob", "1"),
    ]
    assert model.evaluate("Cardinality({N, 5})")["value"] == {"text": "2"}
    assert model.evaluate("account +", path)["error"]["start"] is not None
    undefined = model.evaluate("account")
    assert undefined["error"]["code"] == "eval-undefined"


def test_model_values_can_be_named_in_expressions() -> None:
    model = OpenModel(load(SPECS / "TwoPhase/TwoPhase.tla"))
    path = walk_along(model, "RMPrepare(r2)")
    assert model.evaluate("rmState[r2]", path)["value"] == {"text": '"prepared"'}
    assert model.evaluate("<<r1, {r3} \\subseteq RM>>", path)["value"]["text"] == "<<r1, TRUE>>"
    assert model.explain('rmState[r2] = "working"', path)["value"] is False
    assert model.evaluate("rmState[r9]", path)["error"]["code"] == "unbound-name"


def test_an_evaluation_ends_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "SECONDS_TO_EVALUATE", 0.1)
    model = wire()
    path = walk_along(model, "Check(1)")
    slow = model.evaluate("\\A s \\in SUBSET (1..60) : s = s", path)
    assert slow["error"]["code"] == "eval-time"
    assert model.evaluate("N + 1", path)["value"] == {"text": "3"}
    assert model.walk(path)["ended"] is None


def test_long_values_are_cut_and_many_parts_are_counted() -> None:
    tree = wire().evaluate("1..5000")["value"]
    assert (len(tree["parts"]), tree["more"], tree["cut"]) == (200, 4800, True)
    assert len(tree["text"]) == 2000
    nested = wire().evaluate("[i \\in 1..150 |-> [j \\in 1..150 |-> j]]")["value"]
    assert sum(1 + len(part["value"].get("parts", [])) for part in nested["parts"]) <= 2000


def test_of_a_large_value_what_is_nested_deeply_is_left_out_first() -> None:
    row = '[j \\in 1..150 |-> <<j, j, "some text">>]'
    tree = wire().evaluate(f"[i \\in 1..150 |-> {row}]")["value"]
    assert len(tree["parts"]) + tree.get("more", 0) == 150
    assert all("parts" in part["value"] or part["value"]["more"] for part in tree["parts"])
    deep = wire().evaluate("<<1..3, [a |-> {<<1, 2>>}]>>")["value"]
    assert deep["parts"][1]["value"]["parts"][0]["value"]["parts"][0]["value"]["kind"] == "sequence"


def test_a_formula_whose_value_is_long_to_print_is_not_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reasons, "SECONDS_TO_EVALUATE", 0.2)
    monkeypatch.setattr(evaluation, "SECONDS_TO_EVALUATE", 0.2)
    pairs = "LET f[i \\in 0..60] == IF i = 0 THEN <<1>> ELSE <<f[i - 1], f[i - 1]>> IN f[60]"
    found = wire().explain(f"({pairs}) = 1", walk_along(wire()))
    assert found["value"] is None
    assert found["reason"].startswith("this takes longer than")


def test_the_texts_of_a_value_are_limited_in_all() -> None:
    tree = wire().evaluate("[i \\in 1..100 |-> [j \\in 1..1000 |-> j]]")["value"]
    assert len(str(tree)) < 30_000
    assert tree["more"] > 50


def test_why_names_the_false_condition_of_each_instance() -> None:
    model = wire()
    path = walk_along(model, "Check(1)")
    found = model.why("Check", path)
    one, two = found["instances"]
    assert (one["label"], one["enabled"], two["enabled"]) == ("Check(1)", False, True)
    assert one["reason"] is not None
    assert 'pc[1] = "withdraw"' in one["reason"]
    part = one["parts"][0]
    assert part["value"] is False
    assert part["text"] == 'pc[self] = "check"'
    assert part["bindings"] == {"self": "1"}
    assert one["place"] is not None
    assert one["place"]["start"]["line"] == 7
    only = model.why("Withdraw(2)", path)
    assert [each["label"] for each in only["instances"]] == ["Withdraw(2)"]
    with pytest.raises(SpecError, match="there is no action"):
        model.why("Deposit", path)


def test_an_explanation_points_into_the_definition() -> None:
    model = wire()
    path = walk_along(model, "Check(1)", "Check(2)", "Withdraw(1)", "Withdraw(2)")
    found = model.explain("NoOverdrafts", path)
    assert found["value"] is False
    assert found["definition"] == "\\A p \\in DOMAIN account : account[p] >= 0"
    (part,) = found["parts"]
    assert part["bindings"] == {"p": '"alice"'}
    assert part["start"] is not None
    assert found["definition"][part["start"] : part["end"]] == "account[p] >= 0"
    assert model.explain("NoOverdrafts", path[:1])["value"] is True
    assert model.explain("account[9] = 1", path)["value"] is None
    with pytest.raises(SpecError):
        model.explain("account +", path)


def test_a_model_is_opened_by_its_key(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "Wire.tla").write_text(WIRE, "utf-8")
    (tmp_path / "sub" / "Other.cfg").write_text(CONFIG, "utf-8")
    model = OpenModel.open(
        {"spec": "sub/Wire.tla", "config": "sub/Other.cfg", "constants": {"N": "1"}}, tmp_path
    )
    path = walk_along(model, "Check(1)")
    found = model.walk(path)
    assert [s["label"] for s in found["next"]] == ["Withdraw(1)"]
    place = found["steps"][-1]["place"]
    assert place is not None
    assert place["file"] == "sub/Wire.tla"


PROMELA = """byte x;
chan c = [0] of { byte };
active proctype P() {
  byte i;
  do
  :: i < 2 -> atomic { i++; x = i; c!i }
  :: else -> break
  od;
  assert(x < 2)
}
active proctype Q() { byte v; do :: c?v od }
never { do :: x == 2 -> break :: else od; accept: do :: true od }
"""


def promela(tmp_path: Path) -> OpenModel:
    (tmp_path / "p.pml").write_text(PROMELA, "utf-8")
    return OpenModel(load(tmp_path / "p.pml"))


def test_states_within_an_atomic_step_are_marked_and_rendezvous_is_one_step(tmp_path: Path) -> None:
    model = promela(tmp_path)
    path = walk_along(
        model, "P[0]:6 i < 2", "P[0]:6 i++", "P[0]:6 x = i", "P[0]:6 c!i with process 1"
    )
    found = model.walk(path, truth=["x < 2"], watch=["x + 1"])
    assert [step["transient"] for step in found["steps"]] == [False, False, True, True, False]
    assert [step["truth"]["x < 2"] for step in found["steps"]] == [True, True, None, None, True]
    assert "within a step" in found["steps"][2]["reasons"]["x < 2"]
    assert found["steps"][-1]["watch"]["x + 1"]["text"] == "2"
    assert found["steps"][-1]["lane"] == "P[0]"
    assert found["disabled"] == [{"action": "P:7 else", "instances": 1, "enabled": 0}]
    places = {change["place"] for change in found["steps"][-1]["changes"]}
    assert places == {"process 0", "Q[1].v"}


def test_negations_of_promela_are_explained_as_they_are_written(tmp_path: Path) -> None:
    model = promela(tmp_path)
    path = walk_along(model)
    assert model.explain("!(x < 2)", path)["reason"] == "`!(x < 2)` is FALSE: x = 0"
    (found,) = model.why("P:7 else", path)["instances"]
    assert found["reason"] == "`P[0].i >= 2` is FALSE: i = 0"


def test_a_trace_of_a_model_with_a_claim_is_one_of_the_model(tmp_path: Path) -> None:
    model = promela(tmp_path)
    run = RunTrace.of_result(load(tmp_path / "p.pml").check(), model)
    assert run is not None
    found = run.trace()
    assert found["kind"] == "assert"
    assert found["steps"][-1]["truth"] == {found["property"]: False}
    assert run.walk(found["length"])["ended"] is None
