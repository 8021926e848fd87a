"""The process of a second search: reads a request, writes offers."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress

from holdfast.child_process import end_with_parent, take_output
from holdfast.infer.infer import infer_for_one_size
from holdfast.infer.second_search import Request
from holdfast.smt.solvers.worker import read_message, write_message

_STEPS_BACK = 5
"""How much it leaves the processors to the search for all sizes."""


def main() -> None:
    """Search, and offer what is found to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    offers = take_output()
    if sys.platform != "win32":
        os.nice(_STEPS_BACK)
    request = read_message(sys.stdin.buffer)
    assert isinstance(request, Request)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(BrokenPipeError):
        infer_for_one_size(request, lambda offer: write_message(offers, offer))
