"""How long answers take: `python -m tests.lsp.measure Spec.tla ...` types into a copy of each."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from lsprotocol import types

from tests.lsp.client import Editor, position

KEYS = 15


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def measure(spec: Path) -> str:
    """Type blanks into a spec, and measure each key: median and maximum."""
    with tempfile.TemporaryDirectory() as folder:
        for path in spec.parent.glob("*.tla"):
            shutil.copy(path, folder)
        editor = Editor(Path(folder))
        text = spec.read_text(encoding="utf-8")
        uri = editor.write(spec.name, text)
        editor.diagnostics(uri)
        at = text.index("==", len(text) // 2) + 2
        rows: dict[str, list[float]] = {"diagnostics": [], "completion": [], "hover": []}
        for _ in range(KEYS):
            where = position(editor.texts[uri], at)
            began = time.perf_counter()
            editor.edit(uri, at, at, " ")
            identifier = types.TextDocumentIdentifier(uri)
            complete = types.CompletionParams(identifier, where)
            method = types.TEXT_DOCUMENT_COMPLETION
            rows["completion"].append(milliseconds(partial(editor.ask, method, complete)))
            editor.diagnostics(uri)
            rows["diagnostics"].append(1000 * (time.perf_counter() - began))
            hover = types.HoverParams(identifier, where)
            method = types.TEXT_DOCUMENT_HOVER
            rows["hover"].append(milliseconds(partial(editor.ask, method, hover)))
        editor.close()
    found = (f"{n} {statistics.median(r):.0f} (max {max(r):.0f}) ms" for n, r in rows.items())
    return f"{spec.name}, {len(text.splitlines())} lines: {', '.join(found)}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{measure(Path(name))}\n")
