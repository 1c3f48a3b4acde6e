"""An option with one value that is told twice is an error: the last would silently win."""

from __future__ import annotations

import click


class ToldOnce(click.Command):
    """A command that refuses to be told one thing twice."""

    @classmethod
    def of(cls, command: click.Command) -> ToldOnce:
        """The same command, with that rule."""
        made = cls(command.name)
        vars(made).update(vars(command))
        return made

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args(args=list(args)) if not ctx.resilient_parsing else ({}, [], [])
        seen: set[str | None] = set()
        for param in order:
            several = not isinstance(param, click.Option) or param.multiple or param.is_flag or param.count
            if not several and param.name in seen:
                name = max(param.opts, key=len)
                raise click.UsageError(f"{name} is given twice, and takes one value: give it once", ctx)
            seen.add(param.name)
        return super().parse_args(ctx, args)
