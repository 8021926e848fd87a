"""The result of a suite as JUnit XML, which CI systems read.

There is no standard; these are the elements and attributes that Jenkins, GitLab and the actions of
GitHub read. Each folder is a test suite. A result that is not the expected one is a failure; a
crash, or a declaration that cannot be used, is an error; a model that was not run is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree as xml

from holdfast.report.suite import SuiteResult
from holdfast.suite.expectation import Status
from holdfast.suite.result import ModelResult

_ELEMENTS: dict[Status, str] = {
    "different": "failure",
    "not-found": "failure",
    "inconclusive": "failure",
    "error": "error",
    "undeclared": "skipped",
    "skipped": "skipped",
    "not-run": "skipped",
}
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot contain, not even escaped."""


def show_junit(result: SuiteResult) -> str:
    """The suite as an XML document."""
    root = xml.Element("testsuites", {"name": "holdfast", **_numbers(result.models)})
    for folder, group in groupby(sorted(result.models, key=_folder), _folder):
        models = list(group)
        suite = xml.SubElement(root, "testsuite", {"name": folder, **_numbers(models)})
        suite.extend(_case(each, folder) for each in models)
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode")


def _folder(tested: ModelResult) -> str:
    return _text(tested.model.file.parent.as_posix())


def _numbers(models: Sequence[ModelResult]) -> dict[str, str]:
    found = [_ELEMENTS.get(each.status) for each in models]
    return {
        "tests": str(len(models)),
        "failures": str(found.count("failure")),
        "errors": str(found.count("error")),
        "skipped": str(found.count("skipped")),
        "time": f"{sum(map(_seconds, models)):.3f}",
    }


def _seconds(tested: ModelResult) -> float:
    return 0.0 if tested.observed is None else tested.observed.seconds


def _case(tested: ModelResult, folder: str) -> xml.Element:
    name = _text(tested.model.name)
    case = xml.Element(
        "testcase",
        {
            "classname": folder,
            "name": name.removeprefix(f"{folder}/"),
            "file": _text(tested.model.file.as_posix()),
            "time": f"{_seconds(tested):.3f}",
        },
    )
    element = _ELEMENTS.get(tested.status)
    if element is not None:
        problems = [each.message for each in tested.diagnostics]
        message = _text(problems[0] if problems else tested.reason or tested.status)
        attributes = {"message": message}
        if element != "skipped":
            attributes["type"] = tested.diagnostics[0].code if problems else tested.status
        inside = xml.SubElement(case, element, attributes)
        inside.text = _text("\n\n".join(each.render() for each in tested.diagnostics)) or None
    return case


def _text(text: str) -> str:
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
