"""A message with files goes to Discord in one piece, which says the same as aiohttp's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO

import aiohttp
import pytest
from aiohttp import FormData, web
from aiohttp.test_utils import TestServer

from cogs.forms import MOST, OnePiece

Part = tuple[str | None, str | None, str | None, bytes]


def form(size: int = 10) -> FormData:
    """Return a form as discord.py makes it."""
    made = FormData(quote_fields=False)
    made.add_field("payload_json", '{"content": "ü"}')
    made.add_field("files[0]", BytesIO(b"\r\n--" * size), filename='a "b" ü.png', content_type="application/octet-stream")
    return made


@pytest.fixture
async def received() -> AsyncIterator[tuple[str, list[list[Part]]]]:
    """Yield the address of a server, and the forms that it has received."""
    forms: list[list[Part]] = []

    async def read(request: web.Request) -> web.Response:
        parts: list[Part] = []
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            parts.append((part.name, part.filename, part.headers["Content-Type"], bytes(await part.read())))
        forms.append(parts)
        return web.Response()

    app = web.Application(client_max_size=4 * MOST)
    app.router.add_post("/", read)
    async with TestServer(app) as server:
        yield str(server.make_url("/")), forms


@pytest.mark.parametrize("size", [10, MOST])
async def test_a_form_in_one_piece_says_the_same(received: tuple[str, list[list[Part]]], size: int) -> None:
    url, forms = received
    for kind in (aiohttp.ClientRequest, OnePiece):
        async with aiohttp.ClientSession(request_class=kind) as session, session.post(url, data=form(size)) as response:
            assert response.ok
    usual, ours = forms
    assert ours == usual and [each[0] for each in ours] == ["payload_json", "files[0]"]
