"""Components: what Discord accepts, and how it returns them (ids filled in, media resolved)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from .emoji import is_emoji
from .errors import Form
from .model import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
TOP_V1 = (ROW,)
TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
TOP_MODAL = (ROW, TEXT, LABEL)
IN_LABEL = (*SELECTS, TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)

MAX_V2 = 40
MAX_V2_TEXT = 4000

Media = Callable[[str], Json | None]
"""Resolves a media address (``attachment://name`` or a web address) to Discord's unfurled media item."""


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield all components, outer before inner, in screen order."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for inner in (component.get("accessory"), component.get("component")):
            if inner:
                yield from walk([inner])


def texts(components: Iterable[Json]) -> list[str]:
    """Return the texts of the text displays."""
    return [component["content"] for component in walk(components) if component["type"] == TEXT]


class Components:
    """Checks a message's or a modal's components and builds what Discord returns; errors go to ``form``."""

    def __init__(self, form: Form, media: Media = lambda url: None) -> None:
        self.form = form
        self.media = media
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._in_modal = False

    # Messages and modals -------------------------------------------------------------------------------------------

    def message(self, raw: object, *, v2: bool) -> list[Json]:
        """Return a message's components."""
        made = self._list(raw, TOP_V2 if v2 else TOP_V1, 0, MAX_V2 if v2 else 5)
        if v2:
            if self._count > MAX_V2:
                words = f"The total number of components exceeds the maximum of {MAX_V2}"
                self.form.error("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
            if sum(map(len, texts(made))) > MAX_V2_TEXT:
                words = f"The total displayable text size exceeds the maximum size of {MAX_V2_TEXT}"
                self.form.error("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
        self._number(made)
        return made

    def modal(self, raw: object) -> list[Json]:
        """Return a modal's components."""
        self._in_modal = True
        made = self._list(raw, TOP_MODAL, 1, 5)
        self._number(made)
        return made

    # The tree ------------------------------------------------------------------------------------------------------

    def _list(self, raw: object, allowed: tuple[int, ...], least: int, most: int) -> list[Json]:
        items = self.form.items(raw, least, most)
        made = []
        for index, item in enumerate(items):
            with self.form.at(index):
                component = self._one(item, allowed)
            if component:
                made.append(component)
        return made

    def _one(self, raw: Json, allowed: tuple[int, ...]) -> Json | None:
        kind = raw.get("type")
        if kind not in allowed:
            listed = f"({', '.join(map(str, allowed))}{',' if len(allowed) == 1 else ''})"
            self.form.error("UNION_TYPE_CHOICES", f'Value of field "type" must be one of {listed}.', "type")
            return None
        self._count += 1
        made: Json = {"type": kind, "id": raw.get("id") or 0}
        if made["id"]:
            if made["id"] in self._ids:
                self.form.error("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self._ids.add(made["id"])
        made.update(_MAKERS[kind](self, raw))
        return made

    def _number(self, components: list[Json]) -> None:
        number = 0
        for component in walk(components):
            if not component["id"]:
                number += 1
                while number in self._ids:
                    number += 1
                component["id"] = number

    def _inner(self, raw: Json, allowed: tuple[int, ...], least: int, most: int) -> list[Json]:
        with self.form.at("components"):
            return self._list(raw.get("components"), allowed, least, most)

    def _single(self, raw: Json, key: str, allowed: tuple[int, ...]) -> Json | None:
        value = raw.get(key)
        if not isinstance(value, dict):
            self.form.required(key)
            return None
        with self.form.at(key):
            return self._one(value, allowed)

    # Shared fields ----------------------------------------------------------------------------------------------------

    def _custom_id(self, raw: Json) -> str:
        value = raw.get("custom_id")
        if value is None:
            self.form.required("custom_id")
            return ""
        text = self.form.text(value, 1, 100, "custom_id")
        if text in self._custom_ids:
            self.form.error("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "custom_id")
        self._custom_ids.add(text)
        return text

    def _texts(self, raw: Json, **most: int) -> Json:
        """Return optional texts, leaving out those not given."""
        return {key: self.form.text(raw[key], 0, size, key) for key, size in most.items() if raw.get(key) not in (None, "")}

    def _range(self, raw: Json, options: int, least: int = 0) -> Json:
        low, high = raw.get("min_values"), raw.get("max_values")
        made = {
            "min_values": 1 if low is None else self.form.number(low, least, 25, "min_values"),
            "max_values": 1 if high is None else self.form.number(high, 1, 25, "max_values"),
        }
        if made["min_values"] > made["max_values"]:
            words = "min_values must be less than or equal to max_values"
            self.form.error("SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES", words, "min_values")
        if made["max_values"] > options:
            words = "The number of options must be at least max_values"
            self.form.error("SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", words, "max_values")
        return made

    def _emoji(self, raw: Json) -> Json:
        emoji = raw.get("emoji")
        if emoji is None:
            return {}
        if emoji.get("id"):
            # The application has no emojis of its own here, and neither has the guild.
            self.form.error("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "emoji", "id")
        elif not isinstance(emoji.get("name"), str) or not is_emoji(emoji["name"]):
            self.form.error("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "emoji", "name")
        return {"emoji": {"name": emoji.get("name") or ""}}

    def _options(self, raw: Json, least: int, most: int, text: int = 100) -> list[Json]:
        made: list[Json] = []
        with self.form.at("options"):
            for index, option in enumerate(self.form.items(raw.get("options"), least, most)):
                with self.form.at(index):
                    made.append(
                        {
                            "label": self.form.text(option.get("label"), 1, text, "label"),
                            "value": self.form.text(option.get("value"), 1, 100, "value"),
                            **self._texts(option, description=100),
                            **self._emoji(option),
                            **({"default": True} if option.get("default") else {}),
                        }
                    )
                    if any(other["value"] == made[-1]["value"] for other in made[:-1]):
                        words = "The specified option value is already used"
                        self.form.error("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words, "value")
        return made

    def _media(self, raw: Json, key: str) -> Json:
        url = (raw.get(key) or {}).get("url")
        with self.form.at(key):
            text = self.form.text(url, 1, 2048, "url")
            item = self.media(text) if text else None
            if text and item is None:
                words = "The referenced attachment was not found"
                if not text.startswith("attachment://"):
                    words = f"Scheme must be one of ('http', 'https', 'attachment'): {text}"
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                self.form.error(code, words, "url")
        return item or {"id": "0", "url": text, "proxy_url": text}

    # One maker per type --------------------------------------------------------------------------------------------

    def _row(self, raw: Json) -> Json:
        if self._in_modal:
            return {"components": self._inner(raw, (TEXT_INPUT,), 1, 1)}
        made = self._inner(raw, (BUTTON, *SELECTS), 1, 5)
        if len(made) > 1 and any(component["type"] != BUTTON for component in made):
            words = "The specified component exceeds the maximum width"
            self.form.error("COMPONENT_LAYOUT_WIDTH_EXCEEDED", words, "components")
        return {"components": made}

    def _button(self, raw: Json) -> Json:
        style = raw.get("style")
        made: Json = {"style": style, **self._texts(raw, label=80), **self._emoji(raw)}
        if raw.get("disabled"):
            made["disabled"] = True
        if style not in (1, 2, 3, 4, 5):
            self.form.choice((1, 2, 3, 4, 5, 6), "style")
        elif style == 5:
            made["url"] = self.form.text(raw.get("url"), 1, 512, "url")
            if raw.get("custom_id"):
                words = "A custom id and url cannot both be specified"
                self.form.error("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)
        else:
            made["custom_id"] = self._custom_id(raw)
        if not made.get("label") and not made.get("emoji"):
            self.form.error("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required", "label")
        return made

    def _string_select(self, raw: Json) -> Json:
        options = self._options(raw, 1, 25)
        made = {
            "custom_id": self._custom_id(raw),
            **self._texts(raw, placeholder=150),
            "options": options,
            **self._range(raw, len(options)),
        }
        return self._flags(raw, made)

    def _entity_select(self, raw: Json) -> Json:
        made = {"custom_id": self._custom_id(raw), **self._texts(raw, placeholder=150), **self._range(raw, 25)}
        for key in ("default_values", "channel_types"):
            if raw.get(key):
                made[key] = raw[key]
        return self._flags(raw, made)

    @staticmethod
    def _flags(raw: Json, made: Json) -> Json:
        if raw.get("disabled"):
            made["disabled"] = True
        if raw.get("required") is not None:
            made["required"] = raw["required"]
        return made

    def _text_input(self, raw: Json) -> Json:
        made: Json = {"custom_id": self._custom_id(raw), "style": raw.get("style")}
        if made["style"] not in (1, 2):
            self.form.choice((1, 2), "style")
        made.update(self._texts(raw, label=45, value=4000, placeholder=100))
        for key, least in (("min_length", 0), ("max_length", 1)):
            if raw.get(key) is not None:
                made[key] = self.form.number(raw[key], least, 4000, key)
        if len(made.get("value") or "") > made.get("max_length", 4000):
            self.form.error("BASE_TYPE_MAX_LENGTH", f"Must be {made['max_length']} or fewer in length.", "value")
        made["required"] = raw.get("required") is not False
        return made

    def _section(self, raw: Json) -> Json:
        return {
            "components": self._inner(raw, (TEXT,), 1, 3),
            "accessory": self._single(raw, "accessory", (BUTTON, THUMBNAIL)),
        }

    def _text(self, raw: Json) -> Json:
        return {"content": self.form.text(raw.get("content"), 1, MAX_V2_TEXT, "content")}

    def _described(self, raw: Json) -> Json:
        text = self._texts(raw, description=1024)
        return {"description": text.get("description"), "spoiler": bool(raw.get("spoiler"))}

    def _thumbnail(self, raw: Json) -> Json:
        return {"media": self._media(raw, "media"), **self._described(raw)}

    def _gallery(self, raw: Json) -> Json:
        made = []
        with self.form.at("items"):
            for index, item in enumerate(self.form.items(raw.get("items"), 1, 10)):
                with self.form.at(index):
                    made.append({"media": self._media(item, "media"), **self._described(item)})
        return {"items": made}

    def _file(self, raw: Json) -> Json:
        file = self._media(raw, "file")
        name = file["url"].rsplit("/", 1)[-1]
        return {"file": file, "name": name, "size": file.pop("size", None), "spoiler": bool(raw.get("spoiler"))}

    def _separator(self, raw: Json) -> Json:
        spacing = raw.get("spacing") or 1
        if spacing not in (1, 2):
            self.form.choice((1, 2), "spacing")
        return {"spacing": spacing, "divider": raw.get("divider") is not False}

    def _container(self, raw: Json) -> Json:
        colour = raw.get("accent_color")
        return {
            "accent_color": None if colour is None else self.form.number(colour, 0, 0xFFFFFF, "accent_color"),
            "components": self._inner(raw, IN_CONTAINER, 1, MAX_V2),
            "spoiler": bool(raw.get("spoiler")),
        }

    def _label(self, raw: Json) -> Json:
        return {
            "label": self.form.text(raw.get("label"), 1, 45, "label"),
            **self._texts(raw, description=100),
            "component": self._single(raw, "component", IN_LABEL),
        }

    def _file_upload(self, raw: Json) -> Json:
        made = {"custom_id": self._custom_id(raw), **self._range(raw, 10)}
        return self._flags(raw, made)

    def _radio_group(self, raw: Json) -> Json:
        options = self._options(raw, 2, 10)
        if sum(bool(option.get("default")) for option in options) > 1:
            self.form.error("RADIO_GROUP_MULTIPLE_DEFAULTS", "Only one option can be the default", "options")
        return {"custom_id": self._custom_id(raw), "options": options, "required": raw.get("required") is not False}

    def _checkbox_group(self, raw: Json) -> Json:
        options = self._options(raw, 1, 10)
        high = raw.get("max_values") or len(options)
        ranged = self._range({**raw, "max_values": high}, len(options))
        required = raw.get("required") is not False
        return {"custom_id": self._custom_id(raw), "options": options, **ranged, "required": required}

    def _checkbox(self, raw: Json) -> Json:
        return {"custom_id": self._custom_id(raw), "default": bool(raw.get("default"))}


_MAKERS: Mapping[int, Callable[[Components, Json], Json]] = {
    ROW: Components._row,
    BUTTON: Components._button,
    STRING_SELECT: Components._string_select,
    TEXT_INPUT: Components._text_input,
    USER_SELECT: Components._entity_select,
    ROLE_SELECT: Components._entity_select,
    MENTIONABLE_SELECT: Components._entity_select,
    CHANNEL_SELECT: Components._entity_select,
    SECTION: Components._section,
    TEXT: Components._text,
    THUMBNAIL: Components._thumbnail,
    GALLERY: Components._gallery,
    FILE: Components._file,
    SEPARATOR: Components._separator,
    CONTAINER: Components._container,
    LABEL: Components._label,
    FILE_UPLOAD: Components._file_upload,
    RADIO_GROUP: Components._radio_group,
    CHECKBOX_GROUP: Components._checkbox_group,
    CHECKBOX: Components._checkbox,
}
