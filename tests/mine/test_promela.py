"""Mining Promela: the example of the paper in its own language, and processes that come and go."""

from __future__ import annotations

from pathlib import Path

from holdfast import load

_PETERSON = """
bool turn, flag[2];
byte ncrit;
byte tester = 1;

active [2] proctype user()
{
    assert(_pid == 0 || _pid == 1);
again:
    flag[_pid] = 1;
    turn = _pid;
    (flag[1 - _pid] == 0 || turn == 1 - _pid);
    ncrit++;
    assert(ncrit == 1);    /* critical section */
    ncrit--;
    flag[_pid] = 0;
    goto again
}
"""
_CHILDREN = """
byte total;
chan c = [2] of { byte };
proctype child(byte n) {
    byte x = n + 1;
    c!x;
    total = total + 1
}
init {
    int i;
    byte y;
    do
    :: i < 3 -> run child(i); i++
    :: i == 3 -> break
    od;
    do
    :: c?y
    :: total == 3 && len(c) == 0 -> break
    od
}
"""


def _model(folder: Path, text: str) -> Path:
    path = folder / "model.pml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_relations_of_the_paper(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _PETERSON)).mine(forms=["order"])
    assert found.states == 55
    assert [r.text for r in found.relations] == [
        "flag[0] <= tester",
        "flag[1] <= tester",
        "ncrit <= tester",
        "tester >= turn",
    ]
    assert "ltl mined3 { [] (ncrit <= tester) }" in found.ltl()


def test_the_location_of_a_process(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _PETERSON)).mine(forms=["bound"], at=["user:14"])
    texts = [r.text for r in found.relations]
    assert "pc[0] = user:14 assert(ncrit == 1) => ncrit = 1" in texts


def test_filters_by_declared_type(tmp_path: Path) -> None:
    spec = load(_model(tmp_path, _PETERSON))
    found = spec.mine(forms=["order"], by_type=["byte"], by_name=["ncrit"])
    assert [r.text for r in found.relations] == ["ncrit <= tester"]


def test_variables_of_processes_that_come_and_go(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _CHILDREN)).mine(forms=["order", "bound", "difference"])
    relations = {r.text: r.absent for r in found.relations}
    assert relations["child.x \\in 1..3"] > 0
    assert "child.n <= init.i" in relations
    assert "Len(c) \\in 0..2" in relations


def test_types_that_are_too_wide(tmp_path: Path) -> None:
    found = load(_model(tmp_path, _CHILDREN)).mine(forms=["bound"])
    wide = {each.term: each.text for each in found.lint if each.remark == "too-wide"}
    assert wide == {"init.i": "int, but only 0..3 was seen: byte is enough"}
