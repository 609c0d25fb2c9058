"""A message with files as one piece of bytes. aiohttp would write it in nine, which takes as long as all else that it does for a
request."""

from __future__ import annotations

import secrets
from typing import Any

import aiohttp
from aiohttp import FormData, hdrs
from aiohttp.payload import BytesPayload
from discord.http import HTTPClient

TEXT = "text/plain; charset=utf-8"
MOST = 2**19
"""Bytes of what is joined: to write more in one go would hold others up."""


class OnePiece(aiohttp.ClientRequest):
    """A request whose form is one piece."""

    def update_body_from_data(self, body: Any, _stacklevel: int = 3) -> None:
        super().update_body_from_data(joined(body) if isinstance(body, FormData) and size(body) < MOST else body, _stacklevel)


def size(form: FormData) -> int:
    """Return how much is in a form."""
    return sum(len(value) if isinstance(value, str) else len(value.getbuffer()) for *_, value in form._fields)


def joined(form: FormData) -> BytesPayload:
    """Return a form as aiohttp would write it."""
    boundary = secrets.token_hex(16)
    pieces = list[bytes]()
    for names, headers, value in form._fields:
        said = "".join(f'; {name}="{quoted(each)}"' for name, each in names.items())
        type_ = headers.get(hdrs.CONTENT_TYPE, TEXT)
        head = f"--{boundary}\r\nContent-Disposition: form-data{said}\r\nContent-Type: {type_}\r\n\r\n"
        pieces += [head.encode(), value.encode() if isinstance(value, str) else value.read(), b"\r\n"]
    pieces.append(f"--{boundary}--\r\n".encode())
    return BytesPayload(b"".join(pieces), content_type=f"multipart/form-data; boundary={boundary}")


def quoted(name: str) -> str:
    """Return a name as it stands in quotes."""
    return name.replace("\\", "\\\\").replace('"', '\\"')


def send_in_one_piece(http: HTTPClient) -> None:
    """Let all requests of a session that has started be in one piece."""
    http._HTTPClient__session._request_class = OnePiece  # type: ignore[attr-defined]
