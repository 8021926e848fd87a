"""`holdfast tlc`: TLC's text, its messages with `-tool`, its files and its exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast
from tests.cli.specs import write
from tests.cli.tlc_grammar import read_messages
from tests.cli.tlc_specs import CONFIGS, EXITS, write_models

SUCCESS = "Model checking completed. No error has been found."
NO_TIME = "-Dtlc2.output.MP.noTimestamps=true"


@pytest.fixture(autouse=True)
def _models(tmp_path: Path) -> None:
    write_models(tmp_path)


def _comparable(text: str, folder: Path) -> str:
    """The text without what depends on the machine."""
    text = re.sub(r"Parsing file .*/library/", "Parsing file LIBRARY/", text)
    text = text.replace(str(folder.resolve()), "FOLDER")
    text = re.sub(r"TLC2 Version \S+", "TLC2 Version V", text)
    text = re.sub(r"Running breadth-first .*", "Running breadth-first search Model-Checking", text)
    text = re.sub(r"Finished in \S+", "Finished in T", text)
    return re.sub(r"\([\d,]+ (d?s/min)\)", r"(N \1)", text)


@pytest.mark.parametrize("model", CONFIGS)
def test_the_text_of_each_outcome(
    model: str, holdfast: Holdfast, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    done = holdfast("tlc", NO_TIME, "-config", f"{model}.cfg", "Tank")
    assert (done.exit, done.err) == (EXITS[model], "")
    golden(f"tlc/{model}.txt", _comparable(done.out, tmp_path))


@pytest.mark.parametrize("model", CONFIGS)
def test_every_message_of_tool_mode_fits_the_grammar(model: str, holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-tool", "-config", f"{model}.cfg", "Tank.tla")
    messages, outside = read_messages(done.out)
    assert done.exit == EXITS[model]
    assert messages[0].code == 2262
    assert messages[-1].code == 2186
    assert all(line.startswith('<<"level"') for line in outside)
    assert bool(outside) == (model == "printed")
    assert any(m.severity == 1 for m in messages) == (done.exit != 0)
    assert (2193 in [m.code for m in messages]) == (done.exit == 0)


def test_the_messages_of_a_violation_come_in_the_order_of_tlc(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-tool", "-config", "invariant.cfg", "Tank")
    codes = [m.code for m in read_messages(done.out)[0]]
    before = [2262, 2187, 2220, 2219, 2185, 2189, 2190]
    assert codes == [*before, 2110, 2121, 2217, 2217, 2200, 2199, 2194, 2186]


def test_an_output_of_tool_mode_that_breaks_the_grammar_is_recognised() -> None:
    for wrong in (
        "@!@!@STARTMSG 1:5 @!@!@\n@!@!@ENDMSG 1 @!@!@",
        "@!@!@STARTMSG 1:0 @!@!@\n@!@!@ENDMSG 2 @!@!@",
        "@!@!@STARTMSG 1:0 @!@!@\ntext",
        "@!@!@ENDMSG 1 @!@!@",
    ):
        with pytest.raises(AssertionError):
            read_messages(wrong)


def test_difftrace_prints_only_what_changed(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-difftrace", "-config", "action.cfg", "Tank")
    *_, last = re.findall(r"State \d+: .*\n((?:/\\ .*\n)*)", done.out)
    assert last == "/\\ level = 1\n"


def test_the_location_of_a_step_is_the_disjunct_that_was_taken(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-config", "action.cfg", "Tank")
    assert "<Drain line 11, col 8 to line 11, col 47 of module Tank>" in done.out


def test_deadlock_means_not_to_check_for_deadlock(holdfast: Holdfast) -> None:
    assert holdfast("tlc", "-config", "deadlock.cfg", "Tank").exit == 11
    done = holdfast("tlc", "-deadlock", "-config", "deadlock.cfg", "Tank")
    assert done.exit == 0
    assert SUCCESS in done.out


def test_continue_never_ends_with_success_after_a_violation(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-continue", "-config", "invariant.cfg", "Tank")
    assert done.exit == 12
    assert "Error: Invariant Low is violated." in done.out
    assert ", 0 states left on queue." in done.out
    assert SUCCESS not in done.out


def test_an_invariant_of_the_command_line_is_checked_besides_the_others(
    holdfast: Holdfast,
) -> None:
    done = holdfast("tlc", "-inv", "level # 3", "-config", "holds.cfg", "Tank")
    assert done.exit == 12
    assert "Error: Invariant level # 3 is violated." in done.out
    done = holdfast("tlc", "-inv", "level # 7", "-config", "invariant.cfg", "Tank")
    assert "Error: Invariant Low is violated." in done.out


def test_invlevel_is_the_length_of_the_trace(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-invlevel", "3", "-config", "holds.cfg", "Tank")
    assert done.exit == 12
    assert "State 3: " in done.out
    assert "State 4: " not in done.out


def test_a_temporal_property_that_is_not_checked_is_an_error(holdfast: Holdfast) -> None:
    write(Path(), full_cfg="SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Full\n")
    done = holdfast("tlc", "-config", "full.cfg", "Tank")
    assert done.exit in (13, 20)
    assert SUCCESS not in done.out


def test_the_trace_is_written_as_json_and_tla(holdfast: Holdfast) -> None:
    flags = ("-dumpTrace", "json", "trace.json", "-dumptrace", "TLA", "Ce.tla")
    done = holdfast("tlc", *flags, "-config", "invariant.cfg", "Tank")
    assert '"CounterExample written: trace.json"' in done.out
    found = json.loads(Path("trace.json").read_text(encoding="utf-8"))
    assert found["vars"] == ["level", "log"]
    assert found["counterexample"]["state"][0] == [1, {"level": 1, "log": []}]
    before, action, after = found["counterexample"]["action"][0]
    assert (before[0], action["name"], after[0]) == (1, "Fill", 2)
    assert action["location"]["beginColumn"] == 12
    assert holdfast("parse", "Ce.tla").exit == 0


def test_the_states_are_written_as_text_and_dot(holdfast: Holdfast) -> None:
    flags = ("-dump", "states", "-dump", "dot,actionlabels", "graph")
    assert holdfast("tlc", *flags, "-config", "holds.cfg", "Tank").exit == 0
    text = Path("states.dump").read_text(encoding="utf-8")
    assert text.startswith("State 1:\n/\\ level = 0\n/\\ log = <<>>\n\nState 2:\n")
    assert Path("graph.dot").read_text(encoding="utf-8").startswith("digraph")


def test_user_file_receives_what_the_spec_prints(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-userFile", "user.txt", "-config", "printed.cfg", "Tank")
    assert '<<"level"' not in done.out
    assert Path("user.txt").read_text(encoding="utf-8").startswith('<<"level", 0>>\n')


def test_suppressed_messages_are_not_printed(holdfast: Holdfast) -> None:
    flags = ("-suppressMessages", "2262, 2187,2110", "-config", "invariant.cfg")
    done = holdfast("tlc", *flags, "Tank")
    assert "TLC2 Version" not in done.out
    assert "Invariant Low is violated." in done.out


def test_coverage_is_printed_in_the_messages_of_tlc(holdfast: Holdfast) -> None:
    flags = ("-coverage", "1", "-config", "holds.cfg", "Tank")
    done = holdfast("tlc", "-tool", *flags)
    codes = [m.code for m in read_messages(done.out)[0]]
    statistics = codes[codes.index(2201) : codes.index(2202) + 1]
    assert set(statistics) == {2201, 2773, 2772, 2774, 2221, 2202}
    plain = holdfast("tlc", *flags).out
    assert re.search(
        r"^<Init line \d+, col 1 to line \d+, col 4 of module Tank>: 2:2$", plain, re.M
    )
    assert re.search(r"^  line \d+, col \d+ to line \d+, col \d+ of module Tank: \d+$", plain, re.M)
    generated = re.findall(r"^<.* of module Tank.*>: \d+:(\d+)$", plain, re.M)
    assert f"{sum(map(int, generated))} states generated" in plain
    assert "End of statistics." not in holdfast("tlc", "-config", "holds.cfg", "Tank").out


def test_a_library_is_searched_for_modules(holdfast: Holdfast, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    write(library, Extra_tla="---- MODULE Extra ----\nFive == 5\n====\n")
    using = "---- MODULE Using ----\nEXTENDS Extra\nASSUME Five = 5\n====\n"
    write(tmp_path, Using_tla=using, Using_cfg="")
    assert holdfast("tlc", "Using").exit == 150
    assert holdfast("tlc", f"-DTLA-Library={library}", "Using").exit == 0


def test_stopping_after_some_seconds_is_no_failure_and_no_success(holdfast: Holdfast) -> None:
    endless = "---- MODULE Endless ----\nEXTENDS Naturals\nVARIABLE n\n"
    endless += "Init == n = 0\nNext == n' = n + 1 \\/ n' = n + 2\n====\n"
    write(Path(), Endless_tla=endless, Endless_cfg="INIT Init\nNEXT Next\n")
    done = holdfast("tlc", "-nowarning", "-Dtlc2.TLC.stopAfter=1", "Endless")
    assert done.exit == 0
    assert "\nModel checking is not complete: " in done.out
    assert SUCCESS not in done.out
    assert ", 0 states left on queue." not in done.out


def test_errors_in_a_spec_have_the_location_that_editors_read(holdfast: Holdfast) -> None:
    module = "---- MODULE Wrong ----\nVARIABLE x\nInit == x = y\nNext == x' = x\n====\n"
    write(Path(), Wrong_tla=module, Wrong_cfg="INIT Init\nNEXT Next\n")
    done = holdfast("tlc", "-tool", "Wrong")
    assert done.exit == 150
    assert "*** Errors: 1\n\nline 3, col 13 to line 3, col 13 of module Wrong\n\n" in done.out
    assert [m.code for m in read_messages(done.out)[0]][-2:] == [3002, 2186]
    write(Path(), Wrong_tla=module.replace("x = y", "x = ="))
    done = holdfast("tlc", "Wrong")
    assert "***Parse Error***" in done.out
    assert " at line 3, column 13\n" in done.out
    assert "Could not parse module Wrong from file Wrong.tla" in done.out


def test_a_configuration_is_required(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "Tank")
    assert done.exit == 255
    assert "the configuration file Tank.cfg:\nFile not found." in done.out


def test_a_spec_is_required(holdfast: Holdfast) -> None:
    write(Path(), Missing_cfg="INIT Init\nNEXT Next\n")
    done = holdfast("tlc", "Missing")
    assert done.exit == 150
    assert "Cannot find source file for module Missing." in done.out


def test_the_result_is_printed_even_if_a_file_cannot_be_written(holdfast: Holdfast) -> None:
    flags = ("-userFile", "no/such/folder", "-config", "invariant.cfg")
    done = holdfast("tlc", *flags, "Tank")
    assert done.exit == 153
    assert "Error: Invariant Low is violated." in done.out
    assert "Error: no/such/folder: " in done.out


def test_continue_goes_on_after_a_false_initial_state(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-continue", "-config", "initial.cfg", "Tank")
    assert done.exit == 12
    assert "Error: Invariant Dry is violated by the initial state:" in done.out
    assert " distinct states found, 0 states left on queue." in done.out


def test_an_algorithm_that_tlc_would_not_see_is_mentioned(holdfast: Holdfast) -> None:
    text = "---- MODULE Alg ----\n(* --algorithm Alg\nvariables x = 0;\n"
    text += "begin\n  A: x := 1;\nend algorithm *)\n====\n"
    write(Path(), Alg_tla=text, Alg_cfg="SPECIFICATION Spec\n")
    warning = "Warning: Alg.tla: PlusCal algorithm `Alg` translated in memory"
    assert warning in holdfast("tlc", "Alg").out
    assert holdfast("pluscal", "Alg.tla", "--write").exit == 0
    assert "Warning" not in holdfast("tlc", "Alg").out


def test_simulation_prints_what_tlc_prints(holdfast: Holdfast) -> None:
    words = ("-simulate", "num=10,file=run", "-depth", "5", "-seed", "3", "-config", "holds.cfg")
    done = holdfast("tlc", *words, "Tank")
    assert done.exit == 0
    assert "Running Random Simulation with seed 3 with 1 worker on " in done.out
    assert " states checked, 10 traces generated (trace length: mean=" in done.out
    assert "Simulation using seed 3 and aril 0\n" in done.out
    assert "No error has been found" not in done.out
    assert len(list(Path().glob("run_0_*"))) == 10
    text = Path("run_0_9").read_text("utf-8")
    assert text.startswith("---------------- MODULE run_0_9 -----------------\nSTATE_1 == \n")
    messages, _ = read_messages(holdfast("tlc", "-tool", *words, "Tank").out)
    assert {2188, 2269, 2190, 2209, 2210} <= {m.code for m in messages}


def test_a_simulation_ends_with_the_first_error(holdfast: Holdfast) -> None:
    done = holdfast("tlc", "-simulate", "-inv", "level < 2", "-config", "holds.cfg", "Tank")
    assert done.exit == 12
    assert "Error: Invariant level < 2 is violated." in done.out
    assert "The behavior up to this point is:" in done.out
    assert "The number of states generated: " in done.out


def test_what_a_simulation_does_not_check_is_said(holdfast: Holdfast) -> None:
    config = Path("holds.cfg").read_text("utf-8") + "PROPERTY Often\n"
    often = Path("Tank.tla").read_text("utf-8").replace("====", "Often == <>(level = 7)\n====")
    write(Path(), live_cfg=config, Tank_tla=often)
    done = holdfast("tlc", "-simulate", "num=3", "-config", "live.cfg", "Tank")
    assert done.exit == 0
    assert "Often was not checked: a temporal property is not checked by simulation." in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-foo", "Tank"), "Error: Error: unrecognized option: -foo"),
        ((), "Error: Error: Missing input TLA+ module."),
        (("-recover", "x", "Tank"), "-recover is not supported by holdfast"),
    ],
)
def test_a_wrong_command_line_is_reported_as_tlc_does(
    words: tuple[str, ...], said: str, holdfast: Holdfast
) -> None:
    done = holdfast("tlc", *words)
    assert (done.exit, done.err) == (1, "")
    assert said in done.out
    read_messages(holdfast("tlc", "-tool", *words).out)


@pytest.mark.parametrize(
    ("words", "ours"),
    [
        (("-deadlock",), "`--no-deadlock`"),
        (("-simulate",), "`holdfast simulate`"),
        (("-workers", "auto"), "`--workers`"),
        (("-config", "holds.cfg"), "`--config`"),
        (("-difftrace",), "`--difftrace`"),
        (("-fpmem", ".5"), "holdfast has no such option"),
    ],
)
def test_check_answers_a_flag_of_tlc_with_ours(
    words: tuple[str, ...], ours: str, holdfast: Holdfast
) -> None:
    done = holdfast("check", "Tank.tla", *words)
    assert done.exit == 2
    assert f"`{words[0]}` is a flag of TLC" in done.err
    assert ours in done.err
    assert f"`holdfast tlc {words[0]} ...`" in done.err
