"""Module Json: values as JSON text and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from holdfast.interp.arguments import sequence, string
from holdfast.interp.builtins.files import read_text, write_text
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError, not_a_function, unsupported
from holdfast.ir.construct import canonical, record_of
from holdfast.ir.notation import describe, show
from holdfast.ir.order import ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import (
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    ModelValue,
    Value,
    boolean,
)


def json_text(value: Value) -> str:
    """The value as compact JSON."""
    return json.dumps(_data(canonical(value)), ensure_ascii=False, separators=(",", ":"))


def _data(value: Value) -> Any:
    match value:
        case Boolean():
            return value.truth
        case int() | str():
            return value
        case ModelValue():
            return value.name
        case FiniteSet():
            return [_data(e) for e in ordered(value)]
        case tuple():
            return [_data(v) for v in value]
        case Function():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return {k if type(k) is str else show(k): _data(v) for k, v in pairs}
        case _:
            raise unsupported(f"{describe(value)} cannot be written as JSON")


def to_json(value: Value) -> Value:
    """ToJson(value)."""
    return known_string(json_text(value))


def to_array(value: Value) -> Value:
    """ToJsonArray(value)."""
    listed = canonical(value)
    if not isinstance(listed, FiniteSet | tuple | Function):
        raise unsupported(f"{describe(value)} cannot be written as a JSON array")
    return known_string(json_text(listed))


def to_object(value: Value) -> Value:
    """ToJsonObject(value): the keys of a sequence are its positions from 0."""
    table = canonical(value)
    if isinstance(table, tuple):
        numbered = {str(i): _data(v) for i, v in enumerate(table)}
        return known_string(json.dumps(numbered, ensure_ascii=False, separators=(",", ":")))
    if not isinstance(table, Function):
        raise not_a_function(value)
    return known_string(json_text(table))


def from_json(data: Any) -> Value:
    """The value of JSON data: objects are records, arrays sequences."""
    match data:
        case bool():
            return boolean(data)
        case int():
            return data
        case str():
            return known_string(data)
        case list():
            return tuple([from_json(v) for v in data])
        case dict():
            return record_of({known_string(k): from_json(v) for k, v in data.items()})
        case _:
            raise unsupported(f"{json.dumps(data)} in JSON is not a value of TLA+")


def _parse(text: str, where: str) -> Value:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise EvalError("eval-io", f"{where} is not JSON: {error}") from None
    return from_json(data)


def read_file(context: Context, path: Value) -> Value:
    """JsonDeserialize(path)."""
    name = string(path, "JsonDeserialize")
    return _parse(read_text(context, name, "JsonDeserialize"), name)


def read_lines(context: Context, path: Value) -> Value:
    """ndJsonDeserialize(path)."""
    name = string(path, "ndJsonDeserialize")
    lines = read_text(context, name, "ndJsonDeserialize").splitlines()
    return tuple([_parse(line, f"{name}:{i}") for i, line in enumerate(lines, 1) if line.strip()])


def write_file(context: Context, path: Value, value: Value) -> Value:
    """JsonSerialize(path, value)."""
    write_text(context, _with_folder(context, path, "JsonSerialize"), json_text(value))
    return TRUE


def write_lines(context: Context, path: Value, rows: Value) -> Value:
    """ndJsonSerialize(path, rows)."""
    lines = [json_text(row) + "\n" for row in sequence(rows, "ndJsonSerialize")]
    write_text(context, _with_folder(context, path, "ndJsonSerialize"), "".join(lines))
    return TRUE


def _with_folder(context: Context, path: Value, operator: str) -> str:
    """The path of a file to write, whose folder is created if it is missing."""
    name = string(path, operator)
    context.need_files(operator)
    try:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EvalError("eval-io", f"{operator}: {error}") from None
    return name


TABLE: Table = {
    "Json!ToJson": to_json,
    "Json!ToJsonArray": to_array,
    "Json!ToJsonObject": to_object,
    "Json!JsonSerialize": write_file,
    "Json!JsonDeserialize": read_file,
    "Json!ndJsonSerialize": write_lines,
    "Json!ndJsonDeserialize": read_lines,
}
