"""How long each message lives, and what changes it: one board for each sitting, and no edit that says nothing new."""

from __future__ import annotations
