"""The sets of ten that the rule books recommend, as printed in the five books behind this project, except that cards have their
current names. This is only data: engine/kingdoms.py works out which of them can be played with the implemented cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.view import Frozen

Named = dict[str, tuple[str, ...]]
"""Names by expansion."""


EXPANSIONS = (
    "Dominion",
    "Intrigue",
    "Seaside",
    "Alchemy",
    "Prosperity",
    "Cornucopia",
    "Guilds",
    "Cornucopia & Guilds",
    "Hinterlands",
    "Dark Ages",
    "Adventures",
    "Empires",
    "Nocturne",
    "Renaissance",
    "Menagerie",
    "Allies",
    "Plunder",
    "Rising Sun",
    "Promo",
)
"""All sets of the game, whether implemented here, only in these books, or neither."""


JOINT = {"Cornucopia & Guilds": ("Cornucopia", "Guilds")}
"""Sets of the cards that were new in the second edition of two other sets."""


class RecommendedSet(Frozen):
    """A kingdom that a rule book recommends. `name` is unique: if a set of the first edition and one of the second share a `title`,
    it includes the edition. `edition` is the edition of its base cards; None if it has none. `flags` are extra piles or starting
    cards that the book asks for, or if it says nothing, a later list; `bane` is an eleventh pile with a special role; `landscapes`
    are those beside the piles, by kind."""

    name: str
    edition: Literal[1, 2] | None
    kingdom: Named
    landscapes: dict[str, Named] = {}
    bane: Named = {}
    flags: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return its name as the book prints it."""
        return self.name.partition(" (")[0]

    @property
    def piles(self) -> tuple[str, ...]:
        """Return the ten Kingdom piles."""
        return tuple(name for names in self.kingdom.values() for name in names)

    @property
    def banes(self) -> tuple[str, ...]:
        """Return the eleventh pile, if it has one."""
        return tuple(name for names in self.bane.values() for name in names)

    @property
    def beside(self) -> tuple[str, ...]:
        """Return its landscapes, by kind."""
        return tuple(name for named in self.landscapes.values() for names in named.values() for name in names)

    @property
    def expansions(self) -> tuple[str, ...]:
        """Return the sets that its cards are from."""
        return tuple(dict.fromkeys([*self.kingdom, *(each for named in self.landscapes.values() for each in named)]))


FLAG_CARDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Platinum/Colony": ("Prosperity", ("Platinum", "Colony")),
    "Shelters": ("Dark Ages", ("Hovel", "Necropolis", "Overgrown Estate")),
}
"""The expansion and the cards behind a flag."""


def _set(
    name: str,
    edition: Literal[1, 2] | None,
    kingdom: Mapping[str, str],
    *,
    bane: Mapping[str, str] | None = None,
    flags: tuple[str, ...] = (),
    **landscapes: Mapping[str, str],
) -> RecommendedSet:
    """Return a set from the notation below."""

    def named(by_expansion: Mapping[str, str]) -> Named:
        return {expansion: tuple(names.split(", ")) for expansion, names in by_expansion.items()}

    return RecommendedSet(
        name=name,
        edition=edition,
        kingdom=named(kingdom),
        landscapes={kind: named(names) for kind, names in landscapes.items()},
        bane=named(bane or {}),
        flags=flags,
    )


RECOMMENDED_SETS: tuple[RecommendedSet, ...] = (
    _set(
        "First Game (2nd edition)",
        2,
        {"Dominion": "Cellar, Market, Merchant, Militia, Mine, Moat, Remodel, Smithy, Village, Workshop"},
    ),
    _set(
        "Size Distortion (2nd edition)",
        2,
        {"Dominion": "Artisan, Bandit, Bureaucrat, Chapel, Festival, Gardens, Sentry, Throne Room, Witch, Workshop"},
    ),
    _set(
        "Deck Top",
        2,
        {"Dominion": "Artisan, Bureaucrat, Council Room, Festival, Harbinger, Laboratory, Moneylender, Sentry, Vassal, Village"},
    ),
    _set(
        "Sleight of Hand",
        2,
        {"Dominion": "Cellar, Council Room, Festival, Gardens, Library, Harbinger, Militia, Poacher, Smithy, Throne Room"},
    ),
    _set("Improvements", 2, {"Dominion": "Artisan, Cellar, Market, Merchant, Mine, Moat, Moneylender, Poacher, Remodel, Witch"}),
    _set(
        "Silver & Gold",
        2,
        {"Dominion": "Bandit, Bureaucrat, Chapel, Harbinger, Laboratory, Merchant, Mine, Moneylender, Throne Room, Vassal"},
    ),
    _set(
        "Underlings",
        2,
        {"Dominion": "Cellar, Festival, Library, Sentry, Vassal", "Intrigue": "Courtier, Diplomat, Minion, Nobles, Pawn"},
    ),
    _set(
        "Grand Scheme",
        2,
        {
            "Dominion": "Artisan, Council Room, Market, Militia, Workshop",
            "Intrigue": "Bridge, Mill, Mining Village, Patrol, Shanty Town",
        },
    ),
    _set(
        "Deconstruction",
        2,
        {"Dominion": "Bandit, Mine, Remodel, Throne Room, Village", "Intrigue": "Diplomat, Farm, Lurker, Replace, Swindler"},
    ),
    _set(
        "Reach for Tomorrow",
        2,
        {
            "Dominion": "Artisan, Cellar, Council Room, Vassal, Village",
            "Seaside": "Cutpurse, Ghost Ship, Lookout, Sea Hag, Treasure Map",
        },
    ),
    _set(
        "Repetition",
        2,
        {
            "Dominion": "Festival, Harbinger, Militia, Workshop",
            "Seaside": "Caravan, Explorer, Outpost, Pearl Diver, Pirate Ship, Treasury",
        },
    ),
    _set(
        "Give and Take",
        2,
        {
            "Dominion": "Library, Market, Moneylender, Witch",
            "Seaside": "Ambassador, Fishing Village, Haven, Island, Salvager, Smugglers",
        },
    ),
    _set(
        "Forbidden Arts",
        2,
        {
            "Dominion": "Bandit, Cellar, Council Room, Gardens, Laboratory, Throne Room",
            "Alchemy": "Apprentice, Familiar, Possession, University",
        },
    ),
    _set(
        "Potion Mixers",
        2,
        {"Dominion": "Cellar, Festival, Militia, Poacher, Smithy", "Alchemy": "Alchemist, Apothecary, Golem, Herbalist, Transmute"},
    ),
    _set(
        "Chemistry Lesson",
        2,
        {
            "Dominion": "Bureaucrat, Market, Moat, Remodel, Vassal, Witch",
            "Alchemy": "Alchemist, Golem, Philosopher's Stone, University",
        },
    ),
    _set(
        "Biggest Money",
        2,
        {
            "Dominion": "Artisan, Harbinger, Laboratory, Mine, Moneylender",
            "Prosperity": "Bank, Grand Market, Mint, Royal Seal, Venture",
        },
    ),
    _set(
        "The King's Army",
        2,
        {
            "Dominion": "Bureaucrat, Council Room, Merchant, Moat, Village",
            "Prosperity": "Expand, Goons, King's Court, Rabble, Vault",
        },
        flags=("Platinum/Colony",),
    ),
    _set(
        "The Good Life",
        2,
        {
            "Dominion": "Artisan, Bureaucrat, Cellar, Gardens, Village",
            "Prosperity": "Contraband, Counting House, Hoard, Monument, Mountebank",
        },
        flags=("Platinum/Colony",),
    ),
    _set(
        "Bounty of the Hunt",
        2,
        {
            "Dominion": "Cellar, Festival, Militia, Moneylender, Smithy",
            "Cornucopia": "Harvest, Horn of Plenty, Hunting Party, Menagerie, Tournament",
        },
    ),
    _set(
        "Bad Omens",
        2,
        {
            "Dominion": "Bureaucrat, Laboratory, Merchant, Poacher, Throne Room",
            "Cornucopia": "Fortune Teller, Hamlet, Horn of Plenty, Jester, Remake",
        },
    ),
    _set(
        "The Jester's Workshop",
        2,
        {
            "Dominion": "Artisan, Laboratory, Market, Remodel, Workshop",
            "Cornucopia": "Fairgrounds, Farming Village, Horse Traders, Jester, Young Witch",
        },
        bane={"Dominion": "Merchant"},
    ),
    _set(
        "Arts and Crafts",
        2,
        {
            "Dominion": "Laboratory, Cellar, Workshop, Festival, Moneylender",
            "Guilds": "Stonemason, Advisor, Baker, Journeyman, Merchant Guild",
        },
    ),
    _set(
        "Clean Living",
        2,
        {
            "Dominion": "Bandit, Militia, Moneylender, Gardens, Village",
            "Guilds": "Butcher, Baker, Candlestick Maker, Doctor, Soothsayer",
        },
    ),
    _set(
        "Gilding the Lily",
        2,
        {
            "Dominion": "Library, Merchant, Remodel, Market, Sentry",
            "Guilds": "Plaza, Masterpiece, Candlestick Maker, Taxman, Herald",
        },
    ),
    _set(
        "Highway Robbery",
        2,
        {
            "Dominion": "Cellar, Library, Moneylender, Throne Room, Workshop",
            "Hinterlands": "Highway, Inn, Margrave, Noble Brigand, Oasis",
        },
    ),
    _set(
        "Adventures Abroad",
        2,
        {
            "Dominion": "Festival, Laboratory, Remodel, Sentry, Vassal",
            "Hinterlands": "Crossroads, Farmland, Fool's Gold, Oracle, Spice Merchant",
        },
    ),
    _set(
        "High and Low",
        2,
        {
            "Dominion": "Cellar, Moneylender, Throne Room, Witch, Workshop",
            "Dark Ages": "Hermit, Hunting Grounds, Mystic, Poor House, Wandering Minstrel",
        },
        flags=("Shelters",),
    ),
    _set(
        "Chivalry and Revelry",
        2,
        {"Dominion": "Festival, Gardens, Laboratory, Library, Remodel", "Dark Ages": "Altar, Knights, Rats, Scavenger, Squire"},
        flags=("Shelters",),
    ),
    _set(
        "Level Up",
        2,
        {"Dominion": "Market, Merchant, Militia, Throne Room, Workshop", "Adventures": "Dungeon, Gear, Guide, Lost City, Miser"},
        Event={"Adventures": "Training"},
    ),
    _set(
        "Son of Size Distortion",
        2,
        {
            "Dominion": "Bandit, Bureaucrat, Gardens, Moneylender, Witch",
            "Adventures": "Amulet, Duplicate, Giant, Messenger, Treasure Trove",
        },
        Event={"Adventures": "Bonfire, Raid"},
    ),
    _set(
        "Everything in Moderation",
        2,
        {"Dominion": "Cellar, Library, Remodel, Village, Workshop", "Empires": "Enchantress, Forum, Legionary, Overlord, Temple"},
        Event={"Empires": "Windfall"},
        Landmark={"Empires": "Orchard"},
    ),
    _set(
        "Silver Bullets",
        2,
        {
            "Dominion": "Bureaucrat, Gardens, Laboratory, Market, Moneylender",
            "Empires": "Catapult/Rocks, Charm, Farmers' Market, Groundskeeper, Patrician/Emporium",
        },
        Event={"Empires": "Conquest"},
        Landmark={"Empires": "Aqueduct"},
    ),
    _set(
        "First Game (1st edition)",
        1,
        {"Dominion": "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"},
    ),
    _set(
        "Big Money",
        1,
        {"Dominion": "Adventurer, Bureaucrat, Chancellor, Chapel, Feast, Laboratory, Market, Mine, Moneylender, Throne Room"},
    ),
    _set(
        "Interaction",
        1,
        {"Dominion": "Bureaucrat, Chancellor, Council Room, Festival, Library, Militia, Moat, Spy, Thief, Village"},
    ),
    _set(
        "Size Distortion (1st edition)",
        1,
        {"Dominion": "Cellar, Chapel, Feast, Gardens, Laboratory, Thief, Village, Witch, Woodcutter, Workshop"},
    ),
    _set(
        "Village Square",
        1,
        {"Dominion": "Bureaucrat, Cellar, Festival, Library, Market, Remodel, Smithy, Throne Room, Village, Woodcutter"},
    ),
    _set(
        "Basic Intro",
        None,
        {
            "Empires": "Castles, Chariot Race, City Quarter, Engineer, Farmers' Market, Forum, Legionary, "
            "Patrician/Emporium, Sacrifice, Villa"
        },
        Event={"Empires": "Wedding"},
        Landmark={"Empires": "Tower"},
    ),
    _set(
        "Advanced Intro",
        None,
        {
            "Empires": "Archive, Capital, Catapult/Rocks, Crown, Enchantress, Gladiator/Fortune, Groundskeeper, "
            "Royal Blacksmith, Settlers/Bustling Village, Temple"
        },
        Landmark={"Empires": "Arena, Triumphal Arch"},
    ),
    _set(
        "Delicious Torture",
        None,
        {
            "Empires": "Castles, Crown, Enchantress, Sacrifice, Settlers/Bustling Village",
            "Intrigue": "Baron, Bridge, Farm, Ironworks, Torturer",
        },
        Event={"Empires": "Banquet"},
        Landmark={"Empires": "Arena"},
    ),
    _set(
        "Buddy System",
        None,
        {
            "Empires": "Archive, Capital, Catapult/Rocks, Engineer, Forum",
            "Intrigue": "Masquerade, Mining Village, Nobles, Pawn, Trading Post",
        },
        Event={"Empires": "Salt the Earth"},
        Landmark={"Empires": "Wolf Den"},
    ),
    _set(
        "Boxed In",
        None,
        {
            "Empires": "Castles, Chariot Race, Encampment/Plunder, Enchantress, Gladiator/Fortune",
            "Seaside": "Salvager, Smugglers, Tactician, Warehouse, Wharf",
        },
        Event={"Empires": "Tax"},
        Landmark={"Empires": "Wall"},
    ),
    _set(
        "King of the Sea",
        None,
        {
            "Empires": "Archive, Farmers' Market, Overlord, Temple, Wild Hunt",
            "Seaside": "Explorer, Haven, Native Village, Pirate Ship, Sea Hag",
        },
        Event={"Empires": "Delve"},
        Landmark={"Empires": "Fountain"},
    ),
    _set(
        "Collectors",
        None,
        {
            "Empires": "City Quarter, Crown, Encampment/Plunder, Enchantress, Farmers' Market",
            "Alchemy": "Apothecary, Apprentice, Herbalist, Transmute, University",
        },
        Landmark={"Empires": "Colonnade, Museum"},
    ),
    _set(
        "Big Time",
        None,
        {
            "Empires": "Capital, Gladiator/Fortune, Patrician/Emporium, Royal Blacksmith, Villa",
            "Prosperity": "Bank, Forge, Grand Market, Loan, Royal Seal",
        },
        Event={"Empires": "Dominate"},
        Landmark={"Empires": "Obelisk"},
        flags=("Platinum/Colony",),
    ),
    _set(
        "Gilded Gates",
        None,
        {
            "Empires": "Chariot Race, City Quarter, Encampment/Plunder, Groundskeeper, Wild Hunt",
            "Prosperity": "Bishop, Monument, Mint, Peddler, Talisman",
        },
        Landmark={"Empires": "Basilica, Palace"},
        flags=("Platinum/Colony",),
    ),
    _set(
        "Zookeepers",
        None,
        {
            "Empires": "Overlord, Sacrifice, Settlers/Bustling Village, Villa, Wild Hunt",
            "Cornucopia": "Fairgrounds, Horse Traders, Menagerie, Jester, Tournament",
        },
        Event={"Empires": "Annex"},
        Landmark={"Empires": "Colonnade"},
    ),
    _set(
        "Cash Flow",
        None,
        {
            "Empires": "Castles, City Quarter, Engineer, Gladiator/Fortune, Royal Blacksmith",
            "Guilds": "Baker, Butcher, Doctor, Herald, Soothsayer",
        },
        Landmark={"Empires": "Baths, Mountain Pass"},
    ),
    _set(
        "Simple Plans",
        None,
        {
            "Empires": "Catapult/Rocks, Forum, Patrician/Emporium, Temple, Villa",
            "Hinterlands": "Border Village, Develop, Haggler, Ill-Gotten Gains, Stables",
        },
        Event={"Empires": "Donate"},
        Landmark={"Empires": "Labyrinth"},
    ),
    _set(
        "Expansion",
        None,
        {
            "Empires": "Castles, Charm, Encampment/Plunder, Engineer, Legionary",
            "Hinterlands": "Cache, Farmland, Highway, Spice Merchant, Tunnel",
        },
        Landmark={"Empires": "Battlefield, Fountain"},
    ),
    _set(
        "Tomb of the Rat King",
        None,
        {
            "Empires": "Castles, Chariot Race, City Quarter, Legionary, Sacrifice",
            "Dark Ages": "Death Cart, Fortress, Pillage, Rats, Storeroom",
        },
        Event={"Empires": "Advance"},
        Landmark={"Empires": "Tomb"},
        flags=("Shelters",),
    ),
    _set(
        "Triumph of the Bandit King",
        None,
        {
            "Empires": "Capital, Charm, Engineer, Groundskeeper, Legionary",
            "Dark Ages": "Bandit Camp, Catacombs, Hunting Grounds, Market Square, Procession",
        },
        Event={"Empires": "Triumph"},
        Landmark={"Empires": "Defiled Shrine"},
        flags=("Shelters",),
    ),
    _set(
        "The Squire's Ritual",
        None,
        {
            "Empires": "Archive, Catapult/Rocks, Crown, Patrician/Emporium, Settlers/Bustling Village",
            "Dark Ages": "Feodum, Hermit, Ironmonger, Rogue, Squire",
        },
        Event={"Empires": "Ritual"},
        Landmark={"Empires": "Museum"},
        flags=("Shelters",),
    ),
    _set(
        "Area Control",
        None,
        {
            "Empires": "Capital, Catapult/Rocks, Charm, Crown, Farmers' Market",
            "Adventures": "Coin of the Realm, Page, Relic, Treasure Trove, Wine Merchant",
        },
        Event={"Empires": "Banquet"},
        Landmark={"Empires": "Keep"},
    ),
    _set(
        "No Money No Problems",
        None,
        {
            "Empires": "Archive, Encampment/Plunder, Royal Blacksmith, Temple, Villa",
            "Adventures": "Dungeon, Duplicate, Hireling, Peasant, Transmogrify",
        },
        Event={"Adventures": "Mission"},
        Landmark={"Empires": "Bandit Fort"},
    ),
    _set(
        "Luftschloss",
        None,
        {
            "Nocturne": "Cemetery, Changeling, Exorcist, Fool, Shepherd",
            "Empires": "Archive, Castles, Catapult/Rocks, Engineer, Temple",
        },
        Landmark={"Empires": "Tomb"},
    ),
    _set(
        "Pooka Pranks",
        None,
        {
            "Nocturne": "Faithful Hound, Ghost Town, Pixie, Pooka, Skulk",
            "Empires": "Chariot Race, Forum, Groundskeeper, Sacrifice, Settlers/Bustling Village",
        },
        Event={"Empires": "Banquet"},
    ),
    _set(
        "Exploring the City",
        None,
        {
            "Renaissance": "Cargo Ship, Experiment, Mountain Village, Priest, Sculptor",
            "Empires": "City Quarter, Farmers' Market, Groundskeeper, Sacrifice, Wild Hunt",
        },
        Landmark={"Empires": "Battlefield"},
        Project={"Renaissance": "Exploration"},
    ),
    _set(
        "Navigating the Sewers",
        None,
        {
            "Renaissance": "Acting Troupe, Flag Bearer, Improve, Old Witch, Scepter",
            "Empires": "Chariot Race, Enchantress, Gladiator/Fortune, Patrician/Emporium, Villa",
        },
        Event={"Empires": "Ritual"},
        Project={"Renaissance": "Sewers"},
    ),
    _set(
        "Servants",
        None,
        {"Alchemy": "Golem, Possession, Scrying Pool, Transmute, Vineyard", "Intrigue": "Conspirator, Mill, Minion, Pawn, Steward"},
    ),
    _set(
        "Secret Research",
        None,
        {
            "Alchemy": "Familiar, Herbalist, Philosopher's Stone, University",
            "Intrigue": "Bridge, Masquerade, Minion, Nobles, Shanty Town, Torturer",
        },
    ),
    _set(
        "Pools, Tools, and Fools",
        None,
        {
            "Alchemy": "Apothecary, Apprentice, Golem, Scrying Pool",
            "Intrigue": "Baron, Ironworks, Lurker, Nobles, Trading Post, Wishing Well",
        },
    ),
    _set(
        "Forewarned",
        None,
        {
            "Alchemy": "Apothecary, Golem, Possession, Scrying Pool, Transmute",
            "Seaside": "Cutpurse, Embargo, Ghost Ship, Native Village, Treasure Map",
        },
    ),
    _set(
        "Gummed Up",
        None,
        {
            "Alchemy": "Apprentice, Familiar, Herbalist, Philosopher's Stone, Vineyard",
            "Seaside": "Ambassador, Haven, Sea Hag, Smugglers, Warehouse",
        },
    ),
    _set(
        "Counting Contest",
        None,
        {
            "Alchemy": "Apothecary, Golem, Herbalist, Philosopher's Stone",
            "Prosperity": "Bank, Counting House, Goons, Hoard, Rabble, Quarry",
        },
    ),
    _set(
        "Lower Learning",
        None,
        {
            "Alchemy": "Apprentice, Familiar, University, Vineyard",
            "Prosperity": "Bishop, Mint, Peddler, Talisman, Worker's Village, Vault",
        },
        flags=("Platinum/Colony",),
    ),
    _set(
        "Clown College",
        None,
        {
            "Alchemy": "Alchemist, Familiar, Golem, Philosopher's Stone, University",
            "Cornucopia": "Harvest, Horse Traders, Jester, Menagerie, Remake",
        },
    ),
    _set(
        "Wine & Dine",
        None,
        {
            "Alchemy": "Apothecary, Apprentice, Scrying Pool, Transmute, Vineyard",
            "Cornucopia": "Fairgrounds, Hamlet, Horn of Plenty, Hunting Party, Young Witch",
        },
        bane={"Alchemy": "Herbalist"},
    ),
    _set(
        "Schemes and Dreams",
        None,
        {
            "Alchemy": "Apothecary, Apprentice, Herbalist, Philosopher's Stone, Transmute",
            "Hinterlands": "Duchess, Fool's Gold, Ill-Gotten Gains, Jack of All Trades, Scheme",
        },
    ),
    _set(
        "Wine Country",
        None,
        {
            "Alchemy": "Apprentice, Familiar, Golem, University, Vineyard",
            "Hinterlands": "Crossroads, Farmland, Haggler, Highway, Nomad Camp",
        },
    ),
    _set(
        "Infestations",
        None,
        {
            "Alchemy": "Apprentice, Scrying Pool, Transmute, Vineyard",
            "Dark Ages": "Armory, Cultist, Feodum, Market Square, Rats, Wandering Minstrel",
        },
        flags=("Shelters",),
    ),
    _set(
        "Lamentations",
        None,
        {
            "Alchemy": "Apothecary, Golem, Herbalist, University",
            "Dark Ages": "Beggar, Catacombs, Counterfeit, Forager, Ironmonger, Pillage",
        },
        flags=("Shelters",),
    ),
    _set(
        "Illuminati",
        None,
        {
            "Alchemy": "Apprentice, Golem, Philosopher's Stone, Scrying Pool, University",
            "Guilds": "Butcher, Herald, Masterpiece, Merchant Guild, Stonemason",
        },
    ),
    _set(
        "Tonics & Toxins",
        None,
        {
            "Alchemy": "Alchemist, Familiar, Herbalist, Transmute, Vineyard",
            "Guilds": "Baker, Candlestick Maker, Doctor, Plaza, Soothsayer",
        },
    ),
    _set(
        "Haste Potion",
        None,
        {
            "Alchemy": "Apprentice, Scrying Pool, Transmute, University, Vineyard",
            "Adventures": "Magpie, Messenger, Port, Royal Carriage, Treasure Trove",
        },
        Event={"Adventures": "Plan"},
    ),
    _set(
        "Cursecatchers",
        None,
        {
            "Alchemy": "Apothecary, Familiar, Golem, Herbalist, Philosopher's Stone",
            "Adventures": "Amulet, Bridge Troll, Caravan Guard, Peasant, Ratcatcher",
        },
        Event={"Adventures": "Save, Trade"},
    ),
    _set(
        "Nightmare Fuel",
        None,
        {
            "Alchemy": "Alchemist, Apprentice, Transmute, Vineyard",
            "Nocturne": "Bard, Blessed Village, Cemetery, Sacred Grove, Skulk, Tracker",
        },
    ),
)
"""All of them, in the books' order."""

FIRST_GAME: dict[int, tuple[str, ...]] = {
    each.edition: each.piles for each in RECOMMENDED_SETS if each.title == "First Game" and each.edition is not None
}
"""The ten piles recommended for a first game, by edition (R4)."""
