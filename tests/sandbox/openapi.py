"""Checks the bot's requests and the sandbox's answers against Discord's own API description, if that is installed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from sandbox.recorder import Exchange

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
_STRICT, _LENIENT = "urn:discord", "urn:discord:requests"
_DISPATCHED = {
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "THREAD_DELETE": "ThreadResponse",
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
}


_GOOD: set[tuple[str, str, int]] = set()
"""The shapes known to be valid: the document, what it refers to, and the shape's hash."""
_RESOLVED: dict[tuple[str, str], Any] = {}


def available() -> bool:
    """Return whether the description is installed."""
    return DESCRIPTION.is_file()


@cache
def api() -> OpenApi:
    """Return the description, read once."""
    return OpenApi(json.loads(DESCRIPTION.read_text(encoding="utf-8")))


def problems(exchanges: Iterable[Exchange], dispatched: Iterable[dict[str, Any]] = ()) -> list[str]:
    """Return where the bot's traffic differs from the description; nothing if it isn't installed."""
    if not available():
        return []
    found = [problem for exchange in exchanges for problem in api().exchange(exchange)]
    return found + [problem for payload in dispatched for problem in api().dispatch(payload)]


def _one_of(validator: Any, alternatives: list[Any], instance: Any, schema: Any) -> Iterable[ValidationError]:
    """Check ``oneOf`` and ``anyOf``: if the alternatives differ by ``type``, only check the instance's own. That is much faster
    than trying all of them, and errors say what is wrong instead of what else the instance might have been."""
    if isinstance(instance, dict) and "type" in instance:
        fitting = [one for one in alternatives if _takes_type(validator, one, instance["type"])]
        alternatives = fitting or alternatives
    if len(alternatives) == 1:
        yield from validator.descend(instance, alternatives[0])
    elif not any(validator.evolve(schema=one).is_valid(instance) for one in alternatives):
        yield ValidationError(f"{instance!r} fits none of the {len(alternatives)} alternatives")


def _ref(validator: Any, ref: str, instance: Any, schema: Any) -> Iterable[ValidationError]:
    """Check ``$ref``, but nothing twice: messages differ, but consist of the same parts."""
    resolver = validator._resolver
    known = (resolver._base_uri, ref, hash(_shape(instance)))
    if known not in _GOOD:
        resolved = _resolved(resolver, ref)
        errors = list(validator.descend(instance, resolved.contents, resolver=resolved.resolver))
        if not errors:
            _GOOD.add(known)
        yield from errors


def _resolved(resolver: Any, ref: str) -> Any:
    known = (resolver._base_uri, ref)
    if known not in _RESOLVED:
        _RESOLVED[known] = resolver.lookup(ref)
    return _RESOLVED[known]


def _takes_type(validator: Any, schema: Any, kind: object) -> bool:
    if "$ref" in schema:
        schema = _resolved(validator._resolver, schema["$ref"]).contents
    allowed = schema.get("properties", {}).get("type", {}).get("enum")
    return schema.get("type") != "null" and (allowed is None or kind in allowed)


Validator = validators.extend(Draft202012Validator, {"$ref": _ref, "oneOf": _one_of, "anyOf": _one_of})  # type: ignore[no-untyped-call]


def _shape(instance: Any) -> Any:
    """Return the parts of an instance that matter for its validity: messages that differ only in ids and words are checked once."""
    if isinstance(instance, dict):
        return tuple((key, _shape(value)) for key, value in sorted(instance.items()))
    if isinstance(instance, list):
        return tuple(map(_shape, instance))
    if isinstance(instance, str):
        if len(instance) <= 12 and not instance.isdigit():
            # Short strings might be one of a few allowed values.
            return re.sub(r"\d+", "0", instance)
        # Lengths matter only relative to Discord's usual limits.
        return str, instance.isdigit(), sum(len(instance) > limit for limit in (25, 32, 45, 80, 100, 2000, 4000))
    if isinstance(instance, int) and abs(instance) >= 100:
        return type(instance), instance > 0
    return type(instance), instance


class OpenApi:
    """An OpenAPI 3.1 description; schemas are compiled when they are first needed."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        schemas = document["components"]["schemas"]
        # The description says that codes are numbers; in a form error's tree, they are Discord's names for them.
        schemas["InnerErrors"]["properties"]["_errors"]["items"] = {"type": "object", "required": ["code", "message"]}
        # In requests, Discord accepts ids as numbers too, and discord.py sends them like that.
        snowflake = {**schemas["SnowflakeType"], "type": ["string", "integer"]}
        lenient = {**document, "components": {**document["components"], "schemas": {**schemas, "SnowflakeType": snowflake}}}
        resources = [(_STRICT, document), (_LENIENT, lenient)]
        self._registry = Registry().with_resources((name, DRAFT202012.create_resource(one)) for name, one in resources)
        self._validators: dict[str, Any] = {}
        # More literal templates take precedence: @original before {message_id}.
        templates = sorted(document["paths"], key=lambda template: template.count("{"))
        self._templates = [(template, _pattern(template)) for template in templates]

    def exchange(self, exchange: Exchange) -> list[str]:
        """Return what is wrong with a request and its answer."""
        for template, pattern in self._templates:
            operation = self._document["paths"][template].get(exchange.method.lower())
            if operation and pattern.fullmatch(exchange.path):
                break
        else:
            return [f"{exchange}: Discord has no such route"]
        place = f"#/paths/{_escape(template)}/{exchange.method.lower()}"
        found = []
        # A request that was refused might well be malformed; that's what the refusal says.
        if exchange.status < 400:
            found += self._request(exchange, operation, place)
        return found + self._answer(exchange, operation, place)

    def _request(self, exchange: Exchange, operation: dict[str, Any], place: str) -> list[str]:
        if "requestBody" not in operation:
            return [] if exchange.body is None else [f"{exchange}: has a body, but needs none"]
        pointer = f"{place}/requestBody/content/application~1json/schema"
        return self._check(pointer, exchange.body, f"{exchange}: request", _LENIENT)

    def _answer(self, exchange: Exchange, operation: dict[str, Any], place: str) -> list[str]:
        if exchange.status == 0:
            return []
        responses = operation["responses"]
        status = str(exchange.status)
        if status not in responses:
            status = f"{status[0]}XX"
        if status not in responses:
            return [f"{exchange}: Discord doesn't answer with {exchange.status} here"]
        pointer, response = f"{place}/responses/{status}", responses[status]
        if "$ref" in response:
            pointer = response["$ref"]
            response = self._document["components"]["responses"][pointer.rsplit("/", 1)[-1]]
        if "content" not in response:
            return [] if exchange.answer is None else [f"{exchange}: has an answer, but Discord's is empty"]
        return self._check(f"{pointer}/content/application~1json/schema", exchange.answer, f"{exchange}: answer")

    def dispatch(self, payload: dict[str, Any]) -> list[str]:
        """Return what is wrong with a gateway dispatch, as far as the description covers its parts."""
        name, data = payload["t"], payload["d"]
        found = self.component(_DISPATCHED[name], data, name) if name in _DISPATCHED else []
        if name == "GUILD_CREATE":
            found += self.component("GuildResponse", data, name)
            for key, schema in (
                ("members", "GuildMemberResponse"),
                ("channels", "GuildChannelResponse"),
                ("threads", "ThreadResponse"),
            ):
                found += [one for item in data[key] for one in self.component(schema, item, f"{name} {key}")]
        if name == "INTERACTION_CREATE":
            for key, schema in (("message", "MessageResponse"), ("user", "UserResponse"), ("member", "GuildMemberResponse")):
                if key in data:
                    found += self.component(schema, data[key], f"{name} {key}")
        return found

    def component(self, schema: str, instance: Any, what: str) -> list[str]:
        """Return what is wrong with an instance of one of the description's named schemas."""
        return self._check(f"#/components/schemas/{schema}", instance, what)

    def _check(self, pointer: str, instance: Any, what: str, document: str = _STRICT) -> list[str]:
        address = document + pointer
        validator = self._validators.get(address)
        if validator is None:
            validator = Validator({"$ref": address}, registry=self._registry)
            self._validators[address] = validator
        error = best_match(validator.iter_errors(instance))
        return [] if error is None else [f"{what}: {_say(error)}"]


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", template)
    return re.compile("[^/]+".join(map(re.escape, parts)))


def _escape(template: str) -> str:
    return template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _say(error: ValidationError) -> str:
    place = ".".join(map(str, error.absolute_path)) or "the whole"
    return f"at {place}: {error.message[:400]}"
