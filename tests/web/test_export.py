"""A trace as one HTML file, whatever its texts are."""

from __future__ import annotations

import base64
import hashlib
import json
import re

from hypothesis import given
from hypothesis import strategies as st

from holdfast.web.export import command_line, export_html, script_text

EVIL = "</script><!--<script>alert(1)</script>"


def _file(text: str) -> str:
    bundle = {"spec": text, "trace": {"steps": []}, "texts": {text: text}, "pictures": []}
    return export_html(bundle, {"command": "check", "spec": text}, {"at": 3})


def test_texts_cannot_leave_their_element() -> None:
    page = _file(EVIL)
    assert page.count("<script") == 3
    assert page.count("</script") == 3
    assert "<!--" not in page
    assert "<title>&lt;/script&gt;" in page


@given(st.text())
def test_data_survives(text: str) -> None:
    found = script_text({"text": text})
    assert "<" not in found
    assert json.loads(found) == {"text": text}


def test_the_policy_allows_the_script_and_the_style_of_the_file_only() -> None:
    page = _file("Spec.tla")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    script = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy
    assert script
    assert style
    for text in (script[1], style[1]):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]


def test_the_command_repeats_the_run() -> None:
    request = {"command": "check", "spec": "a b.tla", "config": "m.cfg", "constants": {"N": "{1}"}}
    assert command_line(request) == "holdfast check 'a b.tla' --config m.cfg --const 'N={1}'"
