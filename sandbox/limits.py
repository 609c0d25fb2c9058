"""What Discord accepts in a message: lengths, embeds, files, flags, and the rules of Components V2."""

from __future__ import annotations

import mimetypes
import secrets
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from . import errors
from .components import Components, texts
from .errors import Form
from .model import NO_FLAGS, Attachment, Json, Message, MessageFlag

MAX_CONTENT = 2000
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_FILES = 10
MAX_FILE_SIZE = 10 * 1024 * 1024

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2


@dataclass(frozen=True, slots=True)
class Pace:
    """Discord's times and rates; tests make them short, or too generous to matter."""

    acknowledge: float = 3.0
    token: float = 15 * 60.0
    per_channel: int = 5
    per_channel_window: float = 5.0
    everywhere: int = 50
    old_edits: int = 30
    old_edits_window: float = 60.0
    old_after: float = 3600.0
    nonce: float = 300.0
    threads: int = 1000
    heartbeat: float = 41.25
    resume: float = 120.0
    identify: float = 5.0
    identify_at_once: int = 1


@dataclass(frozen=True, slots=True)
class Upload:
    """A file part of a multipart request; ``index`` is the n of its ``files[n]``."""

    index: int
    filename: str
    data: bytes


@dataclass(slots=True)
class Draft:
    """A checked message, new or edited, before it is written."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS

    @property
    def text(self) -> str:
        """Return all text in which mentions count."""
        return "\n".join([self.content, *texts(self.components)])


class Reader:
    """Reads a request's message into a `Draft`, or raises Discord's refusal."""

    def __init__(self, new_id: Callable[[], str], address: Callable[[Attachment], str]) -> None:
        self.new_id = new_id
        self.address = address

    def read(
        self,
        raw: Json,
        uploads: Sequence[Upload] = (),
        *,
        before: Message | None = None,
        settable: MessageFlag = SETTABLE,
        place: tuple[str, ...] = (),
    ) -> Draft:
        """Check ``raw``; ``before`` is the message being edited, ``place`` the place of ``raw`` in the body."""
        if len(uploads) > MAX_FILES:
            raise errors.invalid("BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.", "attachments")
        if any(len(upload.data) > MAX_FILE_SIZE for upload in uploads):
            raise errors.file_too_large()
        form = Form(*place)
        draft = Draft()
        draft.flags = _flags(form, raw, before, settable)
        draft.attachments = self._attachments(form, raw, uploads, before)
        draft.content = before.content if before and "content" not in raw else raw.get("content") or ""
        if "content" in raw:
            form.text(draft.content, 0, MAX_CONTENT, "content")
        draft.embeds = before.embeds if before and "embeds" not in raw else self._embeds(form, raw, draft)
        v2 = MessageFlag.COMPONENTS_V2 in draft.flags
        # Turning a message into a V2 one drops its classic components: they must be sent again.
        if before and "components" not in raw:
            draft.components = before.components
        else:
            media = self._media(draft.attachments)
            with form.at("components"):
                draft.components = Components(form, media).message(raw.get("components") or [], v2=v2)
        if v2:
            for name, value in (("content", draft.content), ("embeds", draft.embeds)):
                if value:
                    words = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                    form.error("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words, name)
        form.done()
        shown = bool(draft.components) if v2 else draft.content or draft.embeds or draft.attachments or draft.components
        if not shown:
            raise errors.empty_message()
        return draft

    # Files ---------------------------------------------------------------------------------------------------------

    def _attachments(self, form: Form, raw: Json, uploads: Sequence[Upload], before: Message | None) -> list[Attachment]:
        old = {attachment.id: attachment for attachment in before.attachments} if before else {}
        listed = raw.get("attachments")
        if listed is None:
            return [*old.values(), *(self._attach(upload, {}) for upload in uploads)]
        files = {str(upload.index): upload for upload in uploads}
        made = []
        with form.at("attachments"):
            for index, item in enumerate(form.items(listed, 0, MAX_FILES)):
                key = str(item.get("id"))
                if item.get("description") is not None:
                    form.text(item["description"], 0, 1024, index, "description")
                if key in files:
                    made.append(self._attach(files.pop(key), item))
                elif key in old:
                    made.append(old[key])
                else:
                    form.error("ATTACHMENT_NOT_FOUND", "Attachment data not found", index)
        return made + [self._attach(upload, {}) for upload in files.values()]

    def _attach(self, upload: Upload, listed: Json) -> Attachment:
        width, height = _png_size(upload.data)
        filename = listed.get("filename") or upload.filename
        return Attachment(
            id=self.new_id(),
            filename=filename,
            data=upload.data,
            content_type=mimetypes.guess_type(filename)[0] or "application/octet-stream",
            secret=secrets.token_urlsafe(24),
            description=listed.get("description"),
            width=width,
            height=height,
        )

    def _media(self, attachments: list[Attachment]) -> Callable[[str], Json | None]:
        def resolve(url: str) -> Json | None:
            for attachment in attachments:
                address = self.address(attachment)
                if url in (f"attachment://{attachment.filename}", address):
                    return {
                        "id": attachment.id,
                        "url": address,
                        "proxy_url": address,
                        "width": attachment.width,
                        "height": attachment.height,
                        "content_type": attachment.content_type,
                        "attachment_id": attachment.id,
                    }
            if url.startswith(("http://", "https://")):
                return {"id": self.new_id(), "url": url, "proxy_url": url}
            return None

        return resolve

    # Embeds --------------------------------------------------------------------------------------------------------

    def _embeds(self, form: Form, raw: Json, draft: Draft) -> list[Json]:
        total = 0
        made = []
        with form.at("embeds"):
            for index, embed in enumerate(form.items(raw.get("embeds") or [], 0, MAX_EMBEDS)):
                with form.at(index):
                    total += self._embed_text(form, embed)
                made.append(self._embed(embed, draft.attachments))
            if total > MAX_EMBED_TEXT:
                words = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
                form.error("MAX_EMBED_SIZE_EXCEEDED", words)
        return made

    @staticmethod
    def _embed_text(form: Form, embed: Json) -> int:
        parts: list[tuple[object, int, int, tuple[str | int, ...]]] = [
            (embed.get("title"), 0, 256, ("title",)),
            (embed.get("description"), 0, 4096, ("description",)),
            ((embed.get("author") or {}).get("name"), 0, 256, ("author", "name")),
            ((embed.get("footer") or {}).get("text"), 0, 2048, ("footer", "text")),
        ]
        for index, item in enumerate(form.items(embed.get("fields") or [], 0, 25, "fields")):
            parts.append((item.get("name") or "", 1, 256, ("fields", index, "name")))
            parts.append((item.get("value") or "", 1, 1024, ("fields", index, "value")))
        return sum(len(form.text(text, least, most, *at)) for text, least, most, at in parts if text is not None)

    def _embed(self, raw: Json, attachments: list[Attachment]) -> Json:
        made = {key: value for key, value in raw.items() if value is not None}
        made["type"] = "rich"
        if "fields" in made:
            made["fields"] = [{**item, "inline": bool(item.get("inline"))} for item in made["fields"]]
        resolve = self._media(attachments)
        for key in ("image", "thumbnail"):
            if made.get(key):
                item = resolve(made[key].get("url", "")) or {}
                kept = ("url", "proxy_url", "width", "height", "content_type")
                made[key] = {name: item[name] for name in kept if item.get(name) is not None}
        return made


def _flags(form: Form, raw: Json, before: Message | None, settable: MessageFlag) -> MessageFlag:
    old = before.flags if before else NO_FLAGS
    if raw.get("flags") is None:
        return old
    value = MessageFlag(form.number(raw["flags"], 0, (1 << 31) - 1, "flags"))
    if MessageFlag.COMPONENTS_V2 in old and MessageFlag.COMPONENTS_V2 not in value:
        words = "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message"
        form.error("MESSAGE_COMPONENTS_V2_CANNOT_BE_REMOVED", words, "flags")
    return (old & ~settable) | (value & settable)


def _png_size(data: bytes) -> tuple[int | None, int | None]:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return None, None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def check_nonce(raw: Json) -> str | int | None:
    """Return the request's nonce, checked."""
    nonce: str | int | None = raw.get("nonce")
    if isinstance(nonce, str) and len(nonce) > 25:
        raise errors.invalid("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.", "nonce")
    return nonce
