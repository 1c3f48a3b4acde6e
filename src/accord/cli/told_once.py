"""An option with one value that is told twice is an error: the last would silently win."""

from __future__ import annotations

from typing import Any

import click


class ToldOnce(click.Command):
    """A command that refuses to be told one thing twice."""

    @classmethod
    def of(cls, command: click.Command) -> ToldOnce:
        """The same command, with that rule."""
        return cls(
            command.name,
            context_settings=command.context_settings,
            callback=command.callback,
            params=command.params,
            help=command.help,
            epilog=command.epilog,
            short_help=command.short_help,
            options_metavar=command.options_metavar,
            add_help_option=command.add_help_option,
            no_args_is_help=command.no_args_is_help,
            hidden=command.hidden,
            deprecated=command.deprecated,
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args(args=list(args)) if not ctx.resilient_parsing else ({}, [], [])
        seen: set[str | None] = set()
        for param in order:
            if _has_one_value(param) and param.name in seen:
                name = max(param.opts, key=len)
                raise click.UsageError(f"{name} is given twice, and takes one value: give it once", ctx)
            seen.add(param.name)
        return super().parse_args(ctx, args)


def _has_one_value(param: Any) -> bool:
    return isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count)
