from __future__ import annotations

from xml.etree import ElementTree as xml

from holdfast.report.junit import show_junit
from holdfast.suite.result import ModelResult
from tests.report import suites
from tests.report.suites import suite

NUMBERS = {"name", "tests", "failures", "errors", "skipped", "time"}
SHAPES = {
    "testsuites": (NUMBERS, {"testsuite"}),
    "testsuite": (NUMBERS, {"testcase"}),
    "testcase": ({"classname", "name", "file", "time"}, {"failure", "error", "skipped"}),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
}
"""The attributes and the children of each element, as Jenkins and actions of GitHub read them."""


def read(*models: ModelResult) -> xml.Element:
    return xml.fromstring(show_junit(suite(*models)))


def test_elements_and_attributes_are_those_of_the_schema() -> None:
    for element in read(*suites.ALL).iter():
        attributes, children = SHAPES[element.tag]
        assert set(element.attrib) == attributes
        assert {child.tag for child in element} <= children


def test_numbers_add_up() -> None:
    root = read(*suites.ALL)
    assert len(list(root.iter("testcase"))) == len(suites.ALL) == int(root.attrib["tests"])
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        for group in (root, *root):
            assert int(group.attrib[name]) == len(list(group.iter(tag)))
    assert (root.attrib["failures"], root.attrib["errors"], root.attrib["skipped"]) == (
        "3",
        "2",
        "3",
    )
    assert sum(float(each.attrib["time"]) for each in root) == float(root.attrib["time"]) == 1.25


def test_a_folder_is_a_suite_and_a_model_a_case() -> None:
    root = read(suites.OK, suites.UNDECLARED, suites.DIFFERENT)
    assert [group.attrib["name"] for group in root] == [".", "specs"]
    case = root[1][0]
    assert (case.attrib["classname"], case.attrib["name"]) == ("specs", "A.cfg")
    assert case.attrib["file"] == "specs/A.cfg"
    assert len(case) == 0


def test_a_failure_has_a_message_a_type_and_the_text() -> None:
    [case] = read(suites.NOT_FOUND)[0]
    [failure] = case
    assert failure.attrib["type"] == "test-violation-not-found"
    assert failure.attrib["message"].startswith("specs/A.cfg: the expected result, SafetyFailure")
    assert failure.text is not None
    assert "--> specs/A.cfg:2:12" in failure.text


def test_a_character_that_xml_cannot_contain_is_replaced() -> None:
    [case] = read(suites.DIFFERENT)[0]
    assert "note: x = 1 \N{REPLACEMENT CHARACTER}" in (case[0].text or "")
