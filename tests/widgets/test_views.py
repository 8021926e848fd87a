"""Widgets without a browser: traits, messages, and what happens without anywidget."""

from __future__ import annotations

import asyncio
import sys
from threading import get_ident
from typing import Any

import pytest

import holdfast
from tests.cli.specs import COUNTER
from tests.loops import run_loop
from tests.widgets.kernels import require

# Widgets outside of a kernel.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def _anywidget() -> None:
    require("anywidget")


def counter() -> holdfast.Specification:
    return holdfast.load(text=COUNTER, constants={"N": 5})


def sent_by(widget: Any, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of a widget to some messages."""
    sent: list[dict[str, Any]] = []
    widget.send = sent.append
    for message in messages:
        widget._handle_custom_msg(message, [])
    return sent


@pytest.mark.usefixtures("_anywidget")
def test_the_selected_state_of_a_trace() -> None:
    w = counter().check(invariants="n < 2").explore()
    assert (w.at, w.watch, w.path, w.screen) == (None, [], [], ["run", "1", "trace"])
    assert w.state == {"n": 2}, "the last"
    w.at = 2
    assert w.state == {"n": 1}
    synced = w.get_state()
    assert {"at", "watch", "path", "screen", "style_text", "_esm"} <= set(synced)


@pytest.mark.usefixtures("_anywidget")
def test_where_there_is_no_kernel_a_widget_is_its_static_subject() -> None:
    result = counter().check(invariants="n < 2")
    w = result.explore()
    data, _ = w._repr_mimebundle_()
    assert data["text/html"] == result._repr_mimebundle_()["text/html"]
    assert data["text/plain"] == repr(w) == f"<ModelView of {result!r}>"
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.usefixtures("_anywidget")
def test_the_path_of_a_walk() -> None:
    v = counter().step()
    assert (v.screen, v.state) == (["step", "Counter.tla"], None)
    (answer,) = sent_by(v, {"id": 3, "call": "walk", "arguments": {}})
    v.path = [answer["value"]["next"][0]["key"]]
    assert (answer["id"], v.state) == (3, {"n": 0})
    (answer,) = sent_by(v, {"id": 4, "call": "walk", "arguments": {"path": v.path}})
    v.path = [*v.path, answer["value"]["next"][0]["key"]]
    assert v.states == [{"n": 0}, {"n": 1}]
    v.at = 1
    assert v.state == {"n": 0}


@pytest.mark.usefixtures("_anywidget")
def test_the_text_of_diagrams_follows_the_editor() -> None:
    file = holdfast.load_diagrams(text="diagram D\nnode A initial\nend\n")
    d = file.edit()
    given = {"text": d.diagram, "diagram": "D", "change": {"do": "add-node", "name": "B"}}
    sent_by(d, {"id": 1, "call": "diagram/change", "arguments": given})
    assert "node B" in d.diagram
    assert len(d.file["D"].nodes) == 2
    assert len(file["D"].nodes) == 1, "the file that was opened is as it was"
    before = d.diagram
    with pytest.raises(holdfast.SpecError, match="expected the name"):
        d.diagram = "diagram"
    assert d.diagram == before
    d.diagram = "diagram E\nnode A initial\nend\n"
    assert d.file.diagrams[0].name == "E"


@pytest.mark.usefixtures("_anywidget")
def test_a_result_without_a_trace_cannot_be_explored() -> None:
    with pytest.raises(ValueError, match="no trace"):
        counter().check(invariants="n < 9", deadlock=False).explore()
    with pytest.raises(holdfast.SpecError, match="`N`"):
        holdfast.load(text=COUNTER).step()


@pytest.mark.usefixtures("_anywidget")
def test_requests_are_answered_in_the_thread_that_runs_cells() -> None:
    threads: list[int] = []

    async def cell() -> int:
        v = counter().step()
        v.send = lambda _answer: threads.append(get_ident())
        message = {"id": 1, "call": "walk"}
        await asyncio.to_thread(v._handle_custom_msg, message, [])
        await asyncio.sleep(0)
        return get_ident()

    assert [run_loop(cell())] == threads


@pytest.mark.usefixtures("_anywidget")
def test_a_request_that_is_interrupted_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    v = counter().step()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(v.requests.model, "walk", interrupted)
    sent: list[dict[str, Any]] = []
    v.send = sent.append
    with pytest.raises(KeyboardInterrupt):
        v._receive(v.requests, {"id": "a 1", "call": "walk"})
    assert (sent[0]["id"], sent[0]["error"]["message"]) == (
        "a 1",
        "KeyboardInterrupt in the kernel",
    )


def test_without_anywidget_there_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    result = counter().check(invariants="n < 2")
    message = r"explore\(\) needs anywidget, which is not installed: pip install anywidget"
    with pytest.raises(ImportError, match=message):
        result.explore()
    with pytest.raises(ImportError, match=r"step\(\) needs anywidget"):
        counter().step()
