"""Module IOUtils: files, commands and the environment, for specs that are allowed to use them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.cancellation import SLICE, tick
from holdfast.interp.arguments import pairs, sequence, string, truth
from holdfast.interp.builtins.files import formatted, read_text, write_text
from holdfast.interp.builtins.json import json_text
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError, not_a_number, unsupported
from holdfast.interp.functions import apply
from holdfast.ir.construct import record_of
from holdfast.ir.notation import from_itf, show, to_itf
from holdfast.ir.ranks import known_string
from holdfast.ir.value_text import quoted
from holdfast.ir.values import TRUE, Value

if TYPE_CHECKING:
    import subprocess


def _outcome(status: int, out: str, err: str) -> Value:
    return record_of(
        {"exitValue": status, "stdout": known_string(out), "stderr": known_string(err)}
    )


def write_value(context: Context, value: Value, path: Value, compress: Value) -> Value:
    """IOSerialize(value, path, compress), in the ITF notation."""
    import gzip

    context.need_files("IOSerialize")
    data = json.dumps(to_itf(value)).encode()
    if truth(compress, "IOSerialize"):
        data = gzip.compress(data)
    try:
        Path(string(path, "IOSerialize")).write_bytes(data)
    except OSError as error:
        raise EvalError("eval-io", f"IOSerialize: {error}") from None
    return TRUE


def read_value(context: Context, path: Value, compressed: Value) -> Value:
    """IODeserialize(path, compressed): what IOSerialize wrote."""
    import gzip

    context.need_files("IODeserialize")
    name = string(path, "IODeserialize")
    try:
        data = Path(name).read_bytes()
        if truth(compressed, "IODeserialize"):
            data = gzip.decompress(data)
        return from_itf(json.loads(data))
    except (OSError, EOFError, ValueError) as error:
        raise EvalError("eval-io", f"IODeserialize cannot read {name}: {error}") from None


def serialize(context: Context, value: Value, path: Value, options: Value) -> Value:
    """Serialize(value, path, options)."""
    context.need_files("Serialize")
    form = string(apply(options, "format"), "Serialize")
    encoding = string(apply(options, "charset"), "Serialize")
    flags = [string(o, "Serialize") for o in sequence(apply(options, "openOptions"), "Serialize")]
    name = string(path, "Serialize")
    if form == "TXT":
        text = string(value, "Serialize")
    elif form == "NDJSON":
        text = "".join(json_text(row) + "\n" for row in sequence(value, "Serialize"))
    else:
        raise unsupported(f"the format {quoted(form)} is not known", "use TXT or NDJSON")
    try:
        write_text(context, name, text, "APPEND" in flags, encoding)
    except EvalError as error:
        return _outcome(1, "", error.message)
    return TRUE if form == "NDJSON" else _outcome(0, f"{name} was written", "")


def deserialize(context: Context, path: Value, options: Value) -> Value:
    """Deserialize(path, options)."""
    context.need_files("Deserialize")
    form = string(apply(options, "format"), "Deserialize")
    if form != "TXT":
        raise unsupported(f"the format {quoted(form)} is not known", "use TXT")
    encoding = string(apply(options, "charset"), "Deserialize")
    try:
        text = read_text(context, string(path, "Deserialize"), "Deserialize", encoding)
    except EvalError as error:
        return _outcome(1, "", error.message)
    return _outcome(0, text, "")


def run(context: Context, command: Value) -> Value:
    """IOExec(command)."""
    return _run(context, _texts(command, "IOExec"), {})


def run_with(context: Context, variables: Value, command: Value) -> Value:
    """IOEnvExec(variables, command)."""
    return _run(context, _texts(command, "IOEnvExec"), _variables(variables, "IOEnvExec"))


def run_template(context: Context, template: Value, parameters: Value) -> Value:
    """IOExecTemplate(template, parameters)."""
    return _run(context, _filled(template, parameters), {})


def run_template_with(
    context: Context, variables: Value, template: Value, parameters: Value
) -> Value:
    """IOEnvExecTemplate(variables, template, parameters)."""
    environment = _variables(variables, "IOEnvExecTemplate")
    return _run(context, _filled(template, parameters), environment)


def _texts(command: Value, operator: str) -> list[str]:
    return [string(part, operator) for part in sequence(command, operator)]


def _filled(template: Value, parameters: Value) -> list[str]:
    values = _texts(parameters, "IOExecTemplate")
    return [formatted(part, values) for part in _texts(template, "IOExecTemplate")]


def _variables(record: Value, operator: str) -> dict[str, str]:
    return {
        string(name, operator): value if type(value) is str else show(value)
        for name, value in pairs(record)
    }


def _run(context: Context, command: list[str], variables: dict[str, str]) -> Value:
    import subprocess

    context.need_commands("IOExec")
    if not command:
        raise EvalError("eval-io", "IOExec of an empty command")
    try:
        process = subprocess.Popen(
            command,
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError) as error:
        raise EvalError("eval-io", f"IOExec cannot run {command[0]}: {error}") from None
    with process:
        try:
            out, err = _said(process)
        finally:
            process.kill()
    return _outcome(process.returncode, out, err)


def _said(process: subprocess.Popen[bytes]) -> list[str]:
    """The output of a command; the wait for it can be cancelled."""
    from subprocess import TimeoutExpired

    while True:
        try:
            return [text.decode(errors="replace") for text in process.communicate(timeout=SLICE)]
        except TimeoutExpired:
            tick()


def environment(context: Context) -> Value:
    """IOEnv: the variables of the environment."""
    context.need_environment("IOEnv")
    return record_of({known_string(k): known_string(v) for k, v in os.environ.items()})


def to_integer(text: Value) -> Value:
    """atoi(text)."""
    digits = string(text, "atoi")
    if not re.fullmatch(r"[+-]?[0-9]+", digits):
        raise not_a_number(digits, "atoi", "an integer as a string")
    return int(digits)


TABLE: Table = {
    "IOUtils!IOSerialize": write_value,
    "IOUtils!IODeserialize": read_value,
    "IOUtils!Serialize": serialize,
    "IOUtils!Deserialize": deserialize,
    "IOUtils!IOExec": run,
    "IOUtils!IOEnvExec": run_with,
    "IOUtils!IOExecTemplate": run_template,
    "IOUtils!IOEnvExecTemplate": run_template_with,
    "IOUtils!IOEnv": environment,
    "IOUtils!atoi": to_integer,
}
