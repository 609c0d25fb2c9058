"""What can go wrong with a picture. None of it is fatal: panels say the same in text."""

from __future__ import annotations


class PictureError(Exception):
    """There is no picture: the panel does without it."""


class NotDrawable(PictureError):
    """There is nothing to show, or nothing that this viewer may see."""


class DrawingFailed(PictureError):
    """Drawing went wrong, or took too long."""
