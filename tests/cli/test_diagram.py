"""`holdfast diagram` on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import holdfast as api
from holdfast import DiagramFile, DiagramResult, SpecError
from tests.cli.conftest import Holdfast
from tests.diagram.drawn import FILE, protocol

SPEC = str(FILE.with_name("AlternatingBitChannels.tla"))
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WAITS = FILE.read_text(encoding="utf-8").replace("RcvNewMsg WF", "RcvNewMsg")


@pytest.fixture
def waits(tmp_path: Path) -> str:
    (tmp_path / "Waits.diagram").write_text(WAITS, encoding="utf-8")
    return "Waits.diagram"


def test_every_claim_and_condition_has_a_line(holdfast: Holdfast) -> None:
    done = holdfast("diagram", str(FILE), "--alone")
    assert done.exit == 0
    assert done.out.count("\nok  ") == 5 + 2 * 7
    assert (
        "Channels  5 nodes, 26 edges\n    not compared with AlternatingBitChannels.tla" in done.out
    )
    assert "\nproved for all runs of the diagrams  " in done.out


def test_a_violated_claim_has_a_run_and_a_remedy(holdfast: Holdfast, waits: str) -> None:
    done = holdfast("diagram", waits, "--alone")
    assert done.exit == 13
    assert (
        "x   AllReceived is violated on the diagram\n"
        "       1  Idle     [rcvd = sent]  SndNewValue -> Sending\n"
        "    *  2  Sending  [~(rcvd = sent)]  stays\n"
        "          for ever\n"
        "    if RcvNewMsg is weakly fair (WF), then it holds\n"
    ) in done.out


def test_quiet_prints_the_verdict_only(holdfast: Holdfast, waits: str) -> None:
    done = holdfast("diagram", waits, "--alone", "-q")
    assert done.out.startswith("violated: Transmission.AllReceived  ")
    assert done.out.count("\n") == 1


def test_json_has_the_diagrams_and_their_results(holdfast: Holdfast, waits: str) -> None:
    found = holdfast("diagram", waits, "--alone", "--json").json
    assert (found["verdict"], found["kind"], found["exit"]) == ("violated", "temporal", 13)
    assert found["property"] == "Transmission.AllReceived"
    assert "Channels refines Synchronised" in found["checked"]
    first = found["diagram"]["diagrams"][0]
    assert [n["name"] for n in first["nodes"]] == ["Idle", "Sending"]
    claim = first["claims"][0]
    assert (claim["status"], claim["run"]["loop"]) == ("fails", 1)
    assert claim["run"]["stages"][1] == {
        "node": "Sending",
        "valuation": {"rcvd = sent": False},
        "edge": None,
    }
    assert claim["remedies"][0]["action"] == "RcvNewMsg"
    conditions = found["diagram"]["refinements"][1]["conditions"]
    assert [c["condition"] for c in conditions] == ["i", "ii", "iii", "iv", "v", "vi", "vii"]


def test_the_keys_of_a_single_diagram_are_those_of_the_object(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    text = "diagram D\n  node A initial\n  claim C == []at(A)\nend\n"
    (tmp_path / "One.diagram").write_text(text, encoding="utf-8")
    found = holdfast("diagram", "One.diagram", "--json").json["diagram"]
    assert found["nodes"] == [{"name": "A", "initial": True, "literals": []}]
    assert (found["edges"], found["obligations"]) == ([], [])


def test_the_diagrams_are_written(holdfast: Holdfast, tmp_path: Path) -> None:
    done = holdfast("diagram", str(FILE), "--alone", "--write", "Copy.diagram")
    assert "Copy.diagram: written" in done.out
    copy = api.load_diagrams(tmp_path / "Copy.diagram").contents
    channels = copy.diagram("Channels")
    assert channels.spec is not None
    assert (tmp_path / channels.spec).samefile(SPEC)
    assert replace(channels, spec="AlternatingBitChannels.tla") == protocol().diagram("Channels")
    assert (copy.diagrams[:2], copy.refinements) == (
        protocol().diagrams[:2],
        protocol().refinements,
    )


def test_errors_in_the_file_are_reported(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Wrong.diagram").write_text("diagram D\n  nod A\n", encoding="utf-8")
    done = holdfast("diagram", "Wrong.diagram")
    assert done.exit == 150
    assert "error[diagram-syntax]: expected a part of a diagram" in done.err
    assert "error[diagram-unclosed]" in done.err


def test_in_python() -> None:
    file = api.load_diagrams(FILE)
    assert isinstance(file, DiagramFile)
    assert (
        repr(file) == "<DiagramFile AlternatingBit.diagram: Transmission, Synchronised, Channels>"
    )
    result = file.check(alone=True)
    assert isinstance(result, DiagramResult)
    assert repr(result) == "<DiagramResult proved, 7 claims>"
    assert result.ok
    assert file["Channels"].initial[0].name == "Idle"
    with pytest.raises(KeyError):
        file["Missing"]
    with pytest.raises(SpecError):
        api.load_diagrams("x.diagram", overlays={"x.diagram": "diagram"})
    assert [c.run for c in result.claims] == [None] * 5


# ---- comparison with specs ----


@pytest.mark.native
def test_the_diagram_of_the_protocol_covers_its_spec(holdfast: Holdfast) -> None:
    done = holdfast("diagram", str(FILE))
    assert done.exit == 0
    assert "ok  covers all behaviours of AlternatingBitChannels.tla  (81 conditions," in done.out
    within = "all reachable states of the configured instances, within CONSTRAINT Short"
    assert f"\nholds for {within}  " in done.out


@pytest.mark.native
def test_a_diagram_that_does_not_cover_its_spec_is_violated(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    for path in FILE.parent.glob("*.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    missing = "  edge AckingNone -> Acking: SndAck (nbOldAcks, <=)\n"
    text = FILE.read_text(encoding="utf-8")
    (tmp_path / FILE.name).write_text(text.replace(missing, ""), encoding="utf-8")
    done = holdfast("diagram", FILE.name)
    assert done.exit == 13
    assert (
        "    O2: AckingNone / SndAck fails\n"
        "      state  sent = <<v1>>, rcvd = <<v1>>, sBit = 1, rBit = 1, sAck = 0, msgQ = <<>>, "
        "ackQ = <<>>\n"
        "      SndAck  ackQ: appended 1\n"
    ) in done.out
    found = holdfast("diagram", FILE.name, "--json").json
    channels = found["diagram"]["diagrams"][2]
    assert channels["conformance"] == "fails"
    failed = [each for each in channels["obligations"] if each["status"] == "refuted"]
    assert [(each["node"], each["action"]) for each in failed] == [("AckingNone", "SndAck")]
    assert failed[0]["counterexample"]["reachable"]


COUNTDOWN = """---- MODULE Countdown ----
EXTENDS Naturals
VARIABLE n
Init == n = 5
Down == n > 0 /\\ n' = n - 1
Spec == Init /\\ [][Down]_n /\\ WF_n(Down)
Natural == n \\in Nat
====
"""
PICTURE = """diagram Countdown
  spec "Countdown.tla"
  action Down WF enabled Some
  ordering n
  node Some initial: n > 0
  node None: n = 0
  edge Some -> Some: Down (n, <)
  edge Some -> None: Down
  claim Ends == <>(n = 0)
end
"""


@pytest.mark.smt
def test_a_diagram_is_proved_for_all_sizes(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    (tmp_path / "Countdown.diagram").write_text(PICTURE, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram", "--all-sizes", "--with", "Natural")
    assert (done.exit, done.err) == (0, "")
    assert "\nproved for all sizes  " in done.out
    slow = PICTURE.replace("(n, <)", "(n, <=)")
    (tmp_path / "Countdown.diagram").write_text(slow, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram", "--all-sizes", "--with", "Natural")
    assert done.exit == 20
    assert "??  Ends is violated on the diagram, which may have more runs" in done.out


REFINED = f"""{PICTURE}
diagram Abstract
  action Down
  node Some initial: n > 0
  node None: n < 2
  edge Some -> Some: Down
  edge Some -> None: Down
end
refinement Countdown refines Abstract
  Some -> Some
  None -> None
end
"""


@pytest.mark.smt
def test_a_node_implies_its_image_by_the_meaning_of_formulas(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    path = tmp_path / "Countdown.diagram"
    implied = REFINED.replace("  action Down WF", "  predicate (n < 2)\n  action Down WF")
    path.write_text(implied, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram")
    assert (done.exit, done.err) == (0, "")
    for_all = ("--all-sizes", "--with", "Natural")
    assert holdfast("diagram", "Countdown.diagram", "--alone").exit == 20
    assert holdfast("diagram", "Countdown.diagram", *for_all).exit == 20
    path.write_text(implied.replace("node None: n = 0", "node None: n = 0, n < 2"), "utf-8")
    assert holdfast("diagram", "Countdown.diagram", *for_all).exit == 0
    path.write_text(implied.replace("n < 2", "n < 0"), "utf-8")
    done = holdfast("diagram", "Countdown.diagram")
    assert done.exit == 13
    assert "None does not have n < 0 of None, and it does not follow" in done.out


def test_a_spec_that_does_not_exist_is_reported(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Countdown.diagram").write_text(PICTURE, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram")
    assert done.exit == 153
    assert "Countdown.tla" in done.err


def test_an_error_in_a_formula_is_located_in_the_diagram(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    wrong = PICTURE.replace("n = 0\n", "m = 0\n").replace("<>(n", "<>(m")
    (tmp_path / "Countdown.diagram").write_text(wrong, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram")
    assert done.exit == 150
    assert "error[unbound-name]: `m` is not declared\n --> Countdown.diagram:6:" in done.err


# ---- computed diagrams ----


@pytest.mark.native
def test_the_diagram_of_a_spec_is_computed_and_checked_again(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    asked = ("--property", "AllReceived", "--predicates", "rcvd = sent,LastStarCurrPlus")
    done = holdfast("diagram", SPEC, *asked, "--write", "Computed.diagram")
    assert (done.exit, done.err) == (0, "")
    assert '\ndiagram AlternatingBitChannels\n  spec "AlternatingBitChannels.tla"\n' in done.out
    assert "ok  covers all behaviours of AlternatingBitChannels.tla" in done.out
    assert "ok  AllReceived  holds in all runs" in done.out
    diagram = api.load_diagrams(tmp_path / "Computed.diagram").diagrams[0]
    assert len(diagram.nodes) <= 5
    assert holdfast("diagram", "Computed.diagram").exit == 0


@pytest.mark.native
def test_a_property_that_the_diagram_does_not_prove_is_inconclusive(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    found = holdfast("diagram", "Countdown.tla", "--property", "<>(n = 7)", "--json").json
    assert (found["verdict"], found["exit"]) == ("unknown", 20)


@pytest.mark.parametrize(
    "wrong",
    [
        ("Countdown.diagram", "--predicates", "P"),
        ("Countdown.diagram", "--property", "P"),
        ("Countdown.diagram", "--ordering", "n"),
        ("Countdown.tla", "--alone"),
    ],
)
def test_an_option_for_the_other_kind_of_file_is_rejected(
    holdfast: Holdfast, tmp_path: Path, wrong: tuple[str, ...]
) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    (tmp_path / "Countdown.diagram").write_text(PICTURE, encoding="utf-8")
    done = holdfast("diagram", *wrong)
    assert done.exit == 2
    assert wrong[1] in done.err


@pytest.mark.smt
def test_a_proof_for_all_sizes_has_a_certificate_and_theorems(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    (tmp_path / "Countdown.diagram").write_text(PICTURE, encoding="utf-8")
    proved = ("diagram", "Countdown.diagram", "--all-sizes", "--with", "Natural")
    done = holdfast(*proved, "--certificate", "proof", "--export", "Conditions.tla")
    assert done.exit == 0
    assert "proof: certificate written, " in done.out
    assert "Conditions.tla: written" in done.out
    assert holdfast("recheck", "proof").exit == 0
    assert holdfast("parse", "Conditions.tla").exit == 0
    explored = holdfast("diagram", "Countdown.diagram", "--certificate", "other")
    assert (explored.exit, "--certificate needs --all-sizes" in explored.err) == (2, True)
    alone = holdfast("diagram", "Countdown.diagram", "--alone", "--export", "More.tla")
    assert "More.tla: written" in alone.out


def test_a_parameter_is_a_constant_of_the_theorems(holdfast: Holdfast, tmp_path: Path) -> None:
    (tmp_path / "Countdown.tla").write_text(COUNTDOWN, encoding="utf-8")
    text = PICTURE.replace("  action", "  parameter k \\in 1..4\n  action").replace(
        "n > 0", "n > k"
    )
    text = text.replace("n = 0", "n <= k")
    (tmp_path / "Countdown.diagram").write_text(text, encoding="utf-8")
    done = holdfast("diagram", "Countdown.diagram", "--alone", "--export", "Conditions.tla")
    assert "Conditions.tla: written" in done.out
    parsed = holdfast("parse", "Conditions.tla")
    assert (parsed.exit, parsed.err) == (0, "")


def test_the_pictures_of_the_documentation_are_fresh(holdfast: Holdfast, tmp_path: Path) -> None:
    holdfast("diagram", str(FILE), "--alone", "--svg", "Refinement.svg")
    for name in ("Transmission", "Synchronised", "Channels"):
        drawn = f"Refinement-{name}.svg"
        assert (tmp_path / drawn).read_bytes() == (PICTURES / drawn).read_bytes(), (
            f"holdfast diagram {FILE} --alone --svg docs/pictures/Refinement.svg"
        )
