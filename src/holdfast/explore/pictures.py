"""Pictures that a spec makes of its states: elements of SVG from short lists, nothing active.

A picture is a value of module SVG, a record of a name, attributes, children and a text, or the text
that `SVGElemToString` makes of it. Only elements that draw and attributes that place or colour
them are kept. References are to parts of the same picture, whose ids get a prefix of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from holdfast.explore.wire import Drawn
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, Value

MOST_ELEMENTS = 5_000
_DEEPEST = 60
_LONGEST = 10_000
PREFIX = "anim-"

ELEMENTS = frozenset(
    "svg g line circle ellipse rect path polyline polygon text tspan title desc defs marker"
    " linearGradient radialGradient stop clipPath use symbol".split()
)
ATTRIBUTES = frozenset(
    "id x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy width height points d transform rotate viewBox"
    " preserveAspectRatio pathLength fill fill-opacity fill-rule stroke stroke-width"
    " stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin opacity"
    " color visibility display font font-family font-size font-style font-weight text-anchor"
    " text-decoration letter-spacing word-spacing dominant-baseline alignment-baseline"
    " textLength lengthAdjust marker-start marker-mid marker-end markerWidth markerHeight"
    " markerUnits refX refY orient offset stop-color stop-opacity gradientUnits"
    " gradientTransform spreadMethod clip-path clipPathUnits href vector-effect"
    " paint-order".split()
)
_REFERENCE = re.compile(r"url\(\s*['\"]?#([\w.:-]+)['\"]?\s*\)")
_ID = re.compile(r"[\w.:-]+")


class _Element(NamedTuple):
    """An element before anything is left out."""

    name: str
    attributes: Mapping[str, str]
    text: str
    children: Iterable[_Element]


def picture_of(value: Value) -> tuple[Drawn, list[str]]:
    """The picture, and what was left out of it; raises EvalError if the value is none."""
    element = _parsed(value) if isinstance(value, str) else _element(value, _DEEPEST)
    dropped: dict[str, None] = {}
    drawn = _kept(element, dropped, [MOST_ELEMENTS])
    if drawn is None:
        raise _not_a_picture(f"it begins with <{element.name[:40]}>")
    return drawn, list(dropped)


# ---- from values ----


def _element(value: Value, depth: int) -> _Element:
    fields = _pairs(value)
    if not {"name", "attrs", "children"} <= fields.keys():
        raise _not_a_picture(f"this has no name, attributes and children: {show(value)[:200]}")
    if not depth:
        raise _not_a_picture("it is nested too deeply")
    return _Element(
        _text(fields["name"]),
        {key: _text(each) for key, each in _pairs(fields["attrs"]).items()},
        _text(fields.get("innerText", "")),
        [_element(child, depth - 1) for child in _items(fields["children"])],
    )


def _pairs(value: Value) -> dict[str, Value]:
    match value:
        case Function():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return {_text(key): each for key, each in pairs}
        case tuple() if not value:
            return {}
        case _:
            raise _not_a_picture(f"this is not a record: {show(value)[:200]}")


def _items(value: Value) -> tuple[Value, ...]:
    match value:
        case tuple():
            return value
        case Function():
            return tuple(value.values)
        case FiniteSet():
            return ordered(value)
        case _:
            raise _not_a_picture(f"these are not elements: {show(value)[:200]}")


def _text(value: Value) -> str:
    return value if isinstance(value, str) else show(value)


# ---- from text ----


def _parsed(text: str) -> _Element:
    """The picture in a text; documents with declarations are rejected, as these define entities."""
    if "<!" in text or "<?" in text:
        raise _not_a_picture("its text has declarations")
    # A fragment may use the prefix without declaring it.
    declared = text.replace("xlink:href", "href")
    try:
        return _of_tree(ElementTree.fromstring(declared), _DEEPEST)
    except ElementTree.ParseError as error:
        raise _not_a_picture(f"its text is not XML: {error}") from None


def _of_tree(node: ElementTree.Element, depth: int) -> _Element:
    if not depth:
        raise _not_a_picture("it is nested too deeply")
    return _Element(
        _local(node.tag),
        {_local(key): value for key, value in node.attrib.items()},
        (node.text or "").strip(),
        [_of_tree(child, depth - 1) for child in node],
    )


def _local(name: str) -> str:
    return name.rpartition("}")[2]


# ---- what is kept ----


def _kept(element: _Element, dropped: dict[str, None], room: list[int]) -> Drawn | None:
    if element.name not in ELEMENTS:
        dropped[f"<{element.name[:40]}>"] = None
        return None
    if not room[0]:
        dropped[f"all after {MOST_ELEMENTS} elements"] = None
        return None
    room[0] -= 1
    attributes: dict[str, str] = {}
    for name, value in _spread(element.attributes):
        kept = _kept_value(name, value)
        if kept is None:
            dropped[name[:40]] = None
        else:
            attributes[name] = kept
    children = [_kept(child, dropped, room) for child in element.children]
    return {
        "name": element.name,
        "attributes": attributes,
        "text": element.text[:_LONGEST],
        "children": [child for child in children if child is not None],
    }


def _spread(attributes: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The attributes, with those of a style one by one; names of namespaces say nothing."""
    for name, value in attributes.items():
        if name == "style":
            for declaration in value.split(";"):
                key, colon, own = declaration.partition(":")
                if colon:
                    yield key.strip(), own.strip()
        elif name == "xlink:href":
            yield "href", value
        elif not name.startswith("xmlns"):
            hyphenated = name.replace("_", "-")
            yield hyphenated if hyphenated in ATTRIBUTES else name, value


def _kept_value(name: str, value: str) -> str | None:
    if name not in ATTRIBUTES or len(value) > _LONGEST:
        return None
    if name == "id":
        return PREFIX + value if _ID.fullmatch(value) else None
    if name == "href":
        return f"#{PREFIX}{value[1:]}" if value[:1] == "#" and _ID.fullmatch(value[1:]) else None
    if "url" in value.lower() or "\\" in value:
        found = _REFERENCE.fullmatch(value)
        return f"url(#{PREFIX}{found[1]})" if found else None
    return value


def _not_a_picture(why: str) -> EvalError:
    return EvalError("eval-unsupported", f"this is not a picture of module SVG: {why}")
