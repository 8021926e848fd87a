"""Module CSV: rows of text files."""

from __future__ import annotations

import os
from pathlib import Path

from holdfast.interp.arguments import pairs, sequence, string, truth
from holdfast.interp.builtins.files import formatted, read_text, write_text
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError
from holdfast.ir.construct import record_of
from holdfast.ir.notation import show
from holdfast.ir.ranks import known_string
from holdfast.ir.values import TRUE, Value


def write_row(context: Context, template: Value, values: Value, path: Value) -> Value:
    """CSVWrite(template, values, path)."""
    texts = [show(v) for v in sequence(values, "CSVWrite")]
    line = formatted(string(template, "CSVWrite"), texts)
    write_text(context, string(path, "CSVWrite"), line + os.linesep, append=True)
    return TRUE


def write_record(
    context: Context, record: Value, delimiter: Value, headers: Value, path: Value
) -> Value:
    """CSVWriteRecord(record, delimiter, headers, path)."""
    fields = pairs(record)
    between = string(delimiter, "CSVWriteRecord")
    rows = [between.join(show(value) for _, value in fields)]
    if truth(headers, "CSVWriteRecord"):
        rows.insert(0, between.join(string(name, "CSVWriteRecord") for name, _ in fields))
    text = "".join(row + os.linesep for row in rows)
    write_text(context, string(path, "CSVWriteRecord"), text, append=True)
    return TRUE


def read_rows(context: Context, columns: Value, delimiter: Value, path: Value) -> Value:
    """CSVRead(columns, delimiter, path)."""
    names = [string(c, "CSVRead") for c in sequence(columns, "CSVRead")]
    between = string(delimiter, "CSVRead")
    rows: list[Value] = []
    for line in _lines(context, path, "CSVRead"):
        cells = line.split(between) if between else list(line)
        if len(cells) != len(names):
            raise EvalError(
                "eval-io", f"CSVRead: {len(names)} columns are expected in the row {show(line)}"
            )
        rows.append(record_of({n: known_string(c) for n, c in zip(names, cells, strict=True)}))
    return tuple(rows)


def count_rows(context: Context, path: Value) -> Value:
    """CSVRecords(path)."""
    return len(_lines(context, path, "CSVRecords"))


def _lines(context: Context, path: Value, operator: str) -> list[str]:
    """The lines of a file; none if there is no file."""
    name = string(path, operator)
    context.need_files(operator)
    return read_text(context, name, operator).splitlines() if Path(name).exists() else []


TABLE: Table = {
    "CSV!CSVWrite": write_row,
    "CSV!CSVWriteRecord": write_record,
    "CSV!CSVRead": read_rows,
    "CSV!CSVRecords": count_rows,
}
