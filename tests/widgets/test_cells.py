"""Cells of a notebook that are specs: `%%tla` and `%%promela`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.report.check_result import CheckResult
from holdfast.widgets.cell_options import UsageError
from holdfast.widgets.cells import CellError, Cells
from holdfast.workbench import Specification

COUNTER = r"""---- MODULE Counter ----
EXTENDS Naturals
CONSTANT N
VARIABLE n
Init == n = 0
Up == n < N /\ n' = n + 1
Next == Up
Small == n < 2
====
"""
LIMITED = r"""---- MODULE Limited ----
EXTENDS Counter
Below == n <= N
====
"""
ALGORITHM = r"""---- MODULE Wire ----
EXTENDS Integers
(* --algorithm wire
variables money = 1;
process p \in 1..2
begin
  A: if money > 0 then
  B:   money := money - 1;
     end if;
end process
end algorithm *)
NoDebt == money >= 0
====
"""
PING = (
    "byte n = 0;\nactive proctype P() { do :: n < 3 -> n++ :: else -> break od; assert(n < 3) }\n"
)


class Shell:
    """What cells need of IPython."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"In": [""]}
        self.magics: dict[str, Any] = {}

    def push(self, names: dict[str, Any]) -> None:
        self.user_ns.update(names)

    def register_magic_function(self, function: Any, kind: str, name: str) -> None:
        assert kind == "cell"
        self.magics[name] = function

    def run(self, magic: str, cell: str) -> Any:
        """Run a cell whose first line has this magic."""
        name, _, line = magic.removeprefix("%%").partition(" ")
        self.user_ns["In"].append(cell)
        return self.magics[name](line, cell)


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    holdfast.load_ipython_extension(made)
    return made


def test_a_cell_is_a_spec_with_the_name_of_its_module(shell: Shell) -> None:
    spec = shell.run("%%tla --const N=3", COUNTER)
    assert isinstance(spec, Specification)
    assert shell.user_ns["Counter"] is spec
    assert spec.check(invariants="Small").violated == "Small"


def test_a_later_cell_extends_it(shell: Shell) -> None:
    shell.run("%%tla", COUNTER)
    result = shell.run("%%tla --check --const N=3 --invariant Below --no-deadlock", LIMITED)
    assert isinstance(result, CheckResult)
    assert result.ok
    assert result.distinct == 4


def test_a_cell_that_is_run_again_replaces_its_module(shell: Shell) -> None:
    shell.run("%%tla", COUNTER)
    shell.run("%%tla", COUNTER.replace("n < N", "n < N - 1"))
    result = shell.run("%%tla --check --const N=3 --invariant Below --no-deadlock", LIMITED)
    assert result.distinct == 3


def test_an_error_is_at_its_line_of_the_cell(shell: Shell) -> None:
    with pytest.raises(CellError) as caught:
        shell.run("%%tla", COUNTER.replace("n' = n + 1", "n' = m + 1"))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    # The first line of the cell is that of the magic.
    assert diagnostic.span.location() == str(Path("In[1]", "Counter.tla:7:21"))
    (shown,) = caught.value._render_traceback_()
    assert "^" in shown
    assert "Counter" not in shell.user_ns


def test_an_error_in_a_module_that_is_extended_is_in_its_cell(shell: Shell) -> None:
    with pytest.raises(CellError):
        shell.run("%%tla", COUNTER.replace("n' = n + 1", "n' = m + 1"))
    with pytest.raises(CellError, match=r"In\[1\].Counter\.tla:7:21"):
        shell.run("%%tla", LIMITED)


def test_an_error_of_the_check_is_one_of_the_cell(shell: Shell) -> None:
    with pytest.raises(CellError, match="Smal"):
        shell.run("%%tla --check --const N=3 --invariant Smal", COUNTER)


def test_a_cell_may_be_an_algorithm(shell: Shell) -> None:
    result = shell.run("%%tla --check --invariant NoDebt", ALGORITHM)
    assert result.violated == "NoDebt"
    with pytest.raises(CellError, match=r"In\[2\].Wire\.tla:9:8"):
        shell.run("%%tla", ALGORITHM.replace("money := money - 1", "mony := money - 1"))


def test_a_cell_may_have_a_configuration(shell: Shell) -> None:
    block = (
        "---- CONFIG Counter ----\nINIT Init\nNEXT Next\nCONSTANT N = 5\nINVARIANT Small\n====\n"
    )
    result = shell.run("%%tla --check", COUNTER + block)
    assert (result.violated, len(result.trace)) == ("Small", 3)


def test_a_cell_may_extend_a_module_of_the_folder(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Counter.tla").write_text(COUNTER, encoding="utf-8")
    assert shell.run("%%tla --check --const N=1 --invariant Below --no-deadlock", LIMITED).ok


def test_a_cell_may_be_a_promela_model(shell: Shell) -> None:
    result = shell.run("%%promela --check --as ping", PING)
    assert result.outcome == "violated"
    assert isinstance(shell.user_ns["ping"], Specification)


def test_a_name_that_is_something_else_is_not_replaced_unless_asked(shell: Shell) -> None:
    shell.user_ns["Counter"] = dict
    for cell in (COUNTER, COUNTER.replace("Counter", "list"), COUNTER.replace("Counter", "None")):
        with pytest.raises(UsageError, match="--as"):
            shell.run("%%tla", cell)
    assert shell.user_ns["Counter"] is dict
    shell.run("%%tla --as Counter", COUNTER)
    assert isinstance(shell.user_ns["Counter"], Specification)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--chek", "No such option"),
        ("--const N", "N is not NAME=VALUE"),
        ("--const N=1..3", "write \\(1..3\\) for the set"),
        ("--as 1x", "1x is not a name"),
        ("--invariant Small", "need --check"),
        ("--const 'N=1", "No closing quotation"),
        ("Spec.tla", "unexpected extra argument"),
    ],
)
def test_a_wrong_option_is_a_message(shell: Shell, line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        shell.run(f"%%tla {line}", COUNTER)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_help_lists_the_options(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run("%%tla --help", "") is None
    assert "--no-deadlock" in capsys.readouterr().out


def test_two_notebooks_do_not_share_cells(shell: Shell) -> None:
    shell.run("%%tla", COUNTER)
    other = Shell()
    assert Cells(other).texts == {}
    holdfast.load_ipython_extension(other)
    with pytest.raises(CellError, match="Counter"):
        other.run("%%tla", LIMITED)
