"""The modules of the page as texts: what each needs comes before it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from holdfast import page_modules
from holdfast.page_modules import STATIC, loading_text, module_texts, style_text


@pytest.mark.parametrize("entry", sorted(path.name for path in STATIC.glob("*.js")))
def test_each_module_comes_after_what_it_imports(entry: str) -> None:
    seen: set[str] = set()
    for name, text in module_texts(entry).items():
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        assert set(re.findall(r'"(holdfast/[^"]+\.js)"', code)) <= seen
        seen.add(name)
    assert name == f"holdfast/{entry}"


def test_a_circle_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_modules, "STATIC", tmp_path)
    (tmp_path / "a.js").write_text('import { b } from "holdfast/b.js";\n', encoding="utf-8")
    (tmp_path / "b.js").write_text(
        '/** @import { A } from "holdfast/a.js" */\nexport const b = 1;\n', encoding="utf-8"
    )
    assert list(module_texts("a.js")) == ["holdfast/b.js", "holdfast/a.js"]
    (tmp_path / "b.js").write_text('export * from "holdfast/a.js";\n', encoding="utf-8")
    with pytest.raises(ValueError, match="in a circle"):
        module_texts("a.js")


def test_the_loader_holds_the_texts_and_closes_no_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_modules, "STATIC", tmp_path)
    text = 'export default "</script>";\n'
    (tmp_path / "a.js").write_text(text, encoding="utf-8")
    shown = loading_text("a.js")
    assert "</script>" not in shown
    (list_text,) = re.findall(r"load\((\[.*\])\)", shown)
    assert json.loads(list_text) == [["holdfast/a.js", text]]


def test_styles_are_put_together() -> None:
    assert ":root" in style_text("base.css", "trace.css")
