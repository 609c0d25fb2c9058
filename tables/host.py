"""The host: the one door to the tables. It alone holds games."""

from tables.consent import Consent
from tables.opening import Opening
from tables.people import People
from tables.places import Places
from tables.planning import Planning
from tables.playing import Playing
from tables.records import Records


class Host(Opening, Playing, Planning, Consent, Places, People, Records):
    """Opens tables, seats people, takes their answers, and tells listeners what was committed (see Door)."""
