"""The conformance kit: what every game must hold, checked over whole games at every step.

``run(rooms)`` tries a rule book at every table it declares; ``python -m dogpark.conformance dog``
does the same from a shell. A new game folder is checked by existing.
"""

from dogpark.conformance import (
    answers,
    clock,
    declared,
    endings,
    equality,
    forms,
    leaks,
    rulings,
    windows,
)
from dogpark.conformance.checks import CHECKS, Check
from dogpark.conformance.kit import check_table, run
from dogpark.conformance.report import Failure, Nonconforming, Report
from dogpark.conformance.tables import Table, tables

# Importing these modules registers their checks.
MODULES = (declared, forms, rulings, answers, leaks, windows, clock, endings, equality)

__all__ = [
    "CHECKS",
    "Check",
    "Failure",
    "Nonconforming",
    "Report",
    "Table",
    "check_table",
    "run",
    "tables",
]
