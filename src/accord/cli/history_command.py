"""`accord history`: how values went over a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from accord.cli import tabled_output
from accord.cli.destinations import Destination
from accord.cli.gates import Gate, parse_gate, told_failed
from accord.cli.options import gates_option, measures_option, quiet_option, with_default


@click.command()
@click.argument("campaign", metavar="LOG")
@measures_option("Only this measure; may be repeated. Default: all that were logged.")
@click.option("--threshold", type=float, help="The value to reach, drawn as a line.")
@gates_option("--fail-under", 'Exit with 1 unless it holds for the last entry: "alpha>=0.667", "alpha.low>=0.667".')
@click.option("--not-worse", is_flag=True, help="Exit with 1 if the last entry is worse than the one before.")
@with_default(
    "--margin",
    type=click.FloatRange(min=0),
    default=0.05,
    help="With --not-worse: how large a drop counts as worse; a significant drop always does.",
)
@tabled_output.options
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@quiet_option
def history(
    campaign: str,
    expressions: tuple[str, ...],
    threshold: float | None,
    gates: tuple[str, ...],
    not_worse: bool,
    margin: float,
    to: Destination,
    quiet: bool,
) -> int:
    """The values that `accord measure … --log LOG` logged, over time, with intervals and the agreed threshold.

    Values whose signatures differ in kind (another shape, other parameters, another interval) are lines of their own.

    \b
    accord measure round1.csv -m alpha --log campaign.jsonl --log-name "round 1"
    accord history campaign.jsonl --threshold .667 -o history.html
    accord history campaign.jsonl --not-worse --fail-under "alpha.low>=0.6"
    """
    from accord.comparison.histories import history as read_history
    from accord.renderings.history_tables import history_tabled

    checks = [parse_gate(gate) for gate in gates]
    history = read_history(campaign, list(expressions) or None, threshold=threshold)

    def figures() -> dict[str, Any]:
        from accord.report_page.charts.history_lines import history_figure

        figure = history_figure(history)
        return {} if figure is None else {"values": (figure,)}

    tabled_output.put(
        to,
        history_tabled(history, f"History: {Path(campaign).name}"),
        history.as_json(),
        figures,
        command="history",
        question="How has agreement changed?",
        diagnostics=history.diagnostics,
        quiet=quiet,
    )
    failed = [text for check in checks for text in _failures(check, history)]
    if not_worse:
        failed += [f"{name} is worse than the last" for name in history.worse(margin)]
    return told_failed(failed)


def _failures(check: Gate, history: Any) -> list[str]:
    """A gate on the last value of its measure; a measure that was not logged fails."""
    asked = str(check.measure)
    values = [line.last.logged for line in history.series if line.measure == asked]
    if not values:
        return [f"{check.text} (it was not logged)"]
    return [f"{check.text} ({asked} = {value.value:.3f})" for value in values if not check.passes(value)]
