"""What may be changed at run time: who compiles and answers, the month's budget, keys."""

import sys
from typing import Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for

app = typer.Typer(no_args_is_help=True, help="Choose the language model, its key and the month's budget.")

Provider = Annotated[str, typer.Argument(help="anthropic, openai, google, ollama or openai_compatible.")]

MOST_BYTES = 1 << 20
"""More of standard input is not read: no key is that long."""


@app.command()
def show(as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Show the settings that are in force, and which providers can be asked."""
    from lorewright.platform.preferences.queries import (
        all_settings,
    )  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = all_settings(tx, world, owner)
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("data folder", found.data_dir),
            ("port", found.gateway_port),
            ("default provider", found.llm.default_provider),
            ("fall-back", "on" if found.llm.fallback_enabled else "off"),
            ("monthly budget", f"${found.llm.monthly_budget_usd:,.2f}"),
        ]
    )
    typer.echo("\nproviders:")
    print_table(
        [
            (f"  {name}", one.model or "-", "ready" if one.configured else "no key" if one.enabled else "not set up")
            for name, one in found.llm.providers.items()
        ]
    )


@app.command("set")
def set_(
    default_provider: Annotated[
        str | None, typer.Option(help="Who compiles and answers: a provider, or builtin.")
    ] = None,
    monthly_budget: Annotated[
        float | None, typer.Option(metavar="USD", help="What language models may cost in a month.")
    ] = None,
    fallback: Annotated[
        bool | None, typer.Option("--fallback/--no-fallback", help="Ask another provider where the chosen one fails.")
    ] = None,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Change settings for good: for the next request of every server and the next job of every worker.

    \b
    Examples:
      lorewright settings set --default-provider anthropic
      lorewright settings set --monthly-budget 20 --no-fallback
    """
    from lorewright.platform.preferences import actions  # the rooms are loaded by the command that needs them
    from lorewright.platform.preferences.schemas import SettingsUpdateRequest

    if (default_provider, monthly_budget, fallback) == (None, None, None):
        raise typer.BadParameter("nothing to change: give an option.")
    wanted = SettingsUpdateRequest(
        default_provider=default_provider, monthly_budget_usd=monthly_budget, fallback_enabled=fallback
    )
    with open_for(user, data_dir) as (world, owner), world.db.writing() as tx:
        actions.change(tx, world, owner, wanted)


@app.command()
def key(
    provider: Provider,
    delete: Annotated[bool, typer.Option("--delete", help="Take it out of the keychain.")] = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Store a provider's key in the operating system's keychain. It is asked for, or read from standard input.

    \b
    Examples:
      lorewright settings key anthropic
      pass show anthropic | lorewright settings key anthropic
    """
    from pydantic import SecretStr  # help and completion do without what takes long to load

    from lorewright.platform.preferences import actions
    from lorewright.platform.preferences.rules import hosted

    with open_for(user, data_dir) as (world, owner):
        named = world.keys.named(hosted(provider))
        given = None if delete else SecretStr(_asked_for(provider))
        with world.db.writing() as tx:
            if given is None:
                actions.delete_key(tx, world, owner, provider)
            else:
                actions.store_key(tx, world, owner, provider, given)
    typer.echo(f"The key of {provider} is {'no longer' if delete else 'now'} in the keychain.")
    if named is not None:
        typer.echo("The one in the environment goes before it.")


@app.command("test")
def try_(provider: Provider, as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Ask a provider's model a word, to see that key, address and model are right. The exit status is 1 where they are not."""
    import asyncio  # the rooms are loaded by the command that needs them

    from lorewright.platform.preferences.models import try_provider

    with open_for(user, data_dir) as (world, owner):
        found = asyncio.run(try_provider(world, owner, provider))
    if as_json:
        print_json(found)
    elif found.error is None:
        typer.echo(f"{provider} answers, after {found.latency_ms:,.0f} ms.")
    else:
        typer.secho(f"Error: {found.error}", err=True, fg=typer.colors.RED)
    if found.error is not None:
        raise typer.Exit(1)


def _asked_for(provider: str) -> str:
    """Never an argument: other programs see those, and the shell remembers them."""
    if sys.stdin.isatty():
        given: str = typer.prompt(f"Key of {provider}", hide_input=True, err=True)
        return given
    return sys.stdin.buffer.read(MOST_BYTES).decode("utf-8", "replace")
