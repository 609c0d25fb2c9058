"""Application commands: Discord's limits, and the form that it returns."""

from __future__ import annotations

import re

from .errors import Form
from .model import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)

_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(raw: object) -> list[Json]:
    """Check a bulk overwrite of commands, and return them as Discord keeps them, without their ids."""
    form = Form()
    made = []
    seen: set[tuple[int, str]] = set()
    items = form.items(raw, 0, 100)
    for index, item in enumerate(items):
        with form.at(index):
            command = _command(form, item)
            key = (command["type"], command["name"])
            if key in seen:
                words = "Application command names must be unique"
                form.error("APPLICATION_COMMANDS_DUPLICATE_NAME", words, "name")
            seen.add(key)
            made.append(command)
    form.done()
    return made


def _command(form: Form, raw: Json) -> Json:
    kind = raw.get("type") or 1
    made: Json = {
        "type": kind,
        "name": _name(form, raw) if kind == 1 else form.text(raw.get("name"), 1, 32, "name"),
        "description": form.text(raw.get("description"), 1, 100, "description") if kind == 1 else "",
        "name_localizations": raw.get("name_localizations"),
        "description_localizations": raw.get("description_localizations"),
        "default_member_permissions": _permissions(raw.get("default_member_permissions")),
        "dm_permission": raw.get("dm_permission") is not False,
        "contexts": raw.get("contexts"),
        "integration_types": raw.get("integration_types") or [0],
        "nsfw": bool(raw.get("nsfw")),
    }
    if raw.get("options"):
        made["options"] = _options(form, raw["options"], (SUBCOMMAND, GROUP))
    if _size(made) > 8000:
        words = "The combined name, description and value lengths exceed 8000 characters"
        form.error("APPLICATION_COMMAND_TOO_LARGE", words)
    return made


def _permissions(raw: object) -> str | None:
    return None if raw is None else str(raw)


def _name(form: Form, raw: Json) -> str:
    name = form.text(raw.get("name"), 1, 32, "name")
    if name and (not _NAME.fullmatch(name) or name != name.lower()):
        form.error("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
    return name


def _options(form: Form, raw: object, nesting: tuple[int, ...]) -> list[Json]:
    made: list[Json] = []
    with form.at("options"):
        for index, item in enumerate(form.items(raw, 0, 25)):
            with form.at(index):
                option = _option(form, item, nesting)
                if any(option["name"] == other["name"] for other in made):
                    form.error("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique", "name")
                made.append(option)
        arguments = [option for option in made if option["type"] > GROUP]
        if arguments and len(arguments) < len(made):
            words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
            form.error("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
        required = [option.get("required", False) for option in arguments]
        if required != sorted(required, reverse=True):
            words = "Required options must be placed before non-required options"
            form.error("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
    return made


def _option(form: Form, raw: Json, nesting: tuple[int, ...]) -> Json:
    kind = int(raw.get("type") or 0)
    allowed = (*nesting, *range(STRING, ATTACHMENT + 1))
    if kind not in allowed:
        form.error("UNION_TYPE_CHOICES", f'Value of field "type" must be one of {allowed}.', "type")
        kind = STRING
    made: Json = {
        "type": kind,
        "name": _name(form, raw),
        "description": form.text(raw.get("description"), 1, 100, "description"),
        "name_localizations": raw.get("name_localizations"),
        "description_localizations": raw.get("description_localizations"),
    }
    if kind in (SUBCOMMAND, GROUP):
        inner = (SUBCOMMAND,) if kind == GROUP else ()
        made["options"] = _options(form, raw.get("options") or [], inner)
        return made
    if raw.get("required"):
        made["required"] = True
    for key in ("min_value", "max_value", "channel_types"):
        if raw.get(key) is not None:
            made[key] = raw[key]
    for key, least in (("min_length", 0), ("max_length", 1)):
        if raw.get(key) is not None:
            made[key] = form.number(raw[key], least, 6000, key)
    if raw.get("autocomplete"):
        made["autocomplete"] = True
        if raw.get("choices"):
            words = "Choices and autocomplete exclude each other"
            form.error("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", words, "choices")
    if raw.get("choices"):
        with form.at("choices"):
            made["choices"] = check_choices(form, raw["choices"], kind)
    return made


def check_choices(form: Form, raw: object, kind: int) -> list[Json]:
    """Check an option's choices, or an autocomplete's answer, and return them."""
    made: list[Json] = []
    for index, choice in enumerate(form.items(raw, 0, 25)):
        with form.at(index):
            value = choice.get("value")
            fits = isinstance(value, str) if kind == STRING else isinstance(value, (int, float))
            if not fits:
                form.error("APPLICATION_COMMAND_CHOICE_TYPE", "Value doesn't fit the option's type", "value")
            elif isinstance(value, str):
                form.text(value, 1, 100, "value")
            name = form.text(choice.get("name"), 1, 100, "name")
            made.append({"name": name, "name_localizations": choice.get("name_localizations"), "value": value})
    return made


def _size(node: Json) -> int:
    total = len(node["name"]) + len(node.get("description", ""))
    total += sum(_size(option) for option in node.get("options", ()))
    return total + sum(len(choice["name"]) + len(str(choice["value"])) for choice in node.get("choices", ()))


def find_option(command: Json, path: list[str]) -> list[Json] | None:
    """Return the arguments of the subcommand at ``path`` (empty: of the command itself); None if there is no such path."""
    options: list[Json] = command.get("options", [])
    for step in path:
        chosen = next((o for o in options if o["name"] == step and o["type"] in (SUBCOMMAND, GROUP)), None)
        if chosen is None:
            return None
        options = chosen.get("options", [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        return None
    return options
