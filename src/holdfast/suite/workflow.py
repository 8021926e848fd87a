"""The workflow file that `holdfast ci init` writes."""

from __future__ import annotations

from pathlib import Path

WORKFLOW = Path(".github", "workflows", "holdfast.yml")

WORKFLOW_TEXT = """\
name: holdfast

on:
  push:
  pull_request:

permissions:
  contents: read
  security-events: write # for the upload of SARIF

jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install holdfast
      - run: holdfast test --junit holdfast.xml --sarif holdfast.sarif --time 600
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: holdfast
          path: |
            holdfast.xml
            holdfast.sarif
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        continue-on-error: true # code scanning may not be enabled
        with:
          sarif_file: holdfast.sarif
"""
