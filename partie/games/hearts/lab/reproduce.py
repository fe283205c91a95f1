"""`partie reproduce moon`: the moon benchmark on the command line."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from partie.arena.experiment import make_folder, write_experiment
from partie.arena.pages import Stint
from partie.core import registry
from partie.games.hearts.lab.moon import moons, share, tell
from partie.shell import Jobs, ReportFolder, command_line, say, show_progress, show_table


def moon(
    specs: Annotated[list[str], typer.Argument(metavar="AGENT…", help="Programs to measure.")],
    deals: Annotated[int, typer.Option(min=1, help="Number of deals with a strong hand.")] = 100,
    out: ReportFolder = None,
    jobs: Jobs = 1,
) -> None:
    """How often programs shoot the moon with strong hands, and stop a scripted shooter."""
    registry.check_specs(registry.game("hearts"), specs, files=True)
    if out is not None:
        make_folder(out)
    with show_progress("deals") as show:
        found = moons(specs, deals, jobs, show)
    rows = []
    for one in found:
        (shot, shot_interval), (stopped, stopped_interval) = share(one.shot), share(one.stopped)
        rows.append(
            [
                one.player,
                f"{shot:.0%}",
                "[{:.0%}, {:.0%}]".format(*shot_interval),
                f"{stopped:.0%}",
                "[{:.0%}, {:.0%}]".format(*stopped_interval),
                str(deals),
            ]
        )
    show_table(("program", "shoots", "95 %", "stops", "95 %", "deals"), rows)
    if out is not None:
        stint = Stint.of(command_line(), 2 * deals * len(specs))
        write_experiment(out, partial(tell, found), [one._asdict() for one in found], [stint])
        say(f"The report is in {out / 'report.html'}.")
