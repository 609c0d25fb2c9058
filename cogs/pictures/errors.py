"""What can go wrong with a picture. None of it is fatal: panels say the same in text."""

from __future__ import annotations


class PictureError(Exception):
    """A picture can't be had; whoever wanted it does without."""


class NotDrawable(PictureError):
    """There is nothing that could be shown, or nothing that may be shown to whoever would see it."""


class DrawingFailed(PictureError):
    """Drawing went wrong, or took too long."""
