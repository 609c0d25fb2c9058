"""The names of all other existing cards, and of their types, by set, so that looking one up says where it is from. Once a set is
implemented, its own cards replace these.
"""

from __future__ import annotations

NAMES = {
    "Dark Ages": (
        "Abandoned Mine, Altar, Armory, Band of Misfits, Bandit Camp, Beggar, Catacombs, Count, Counterfeit, Cultist, Dame "
        "Anna, Dame Josephine, Dame Molly, Dame Natalie, Dame Sylvia, Death Cart, Feodum, Forager, Fortress, Graverobber, "
        "Hermit, Hovel, Hunting Grounds, Ironmonger, Junk Dealer, Madman, Marauder, Market Square, Mercenary, Mystic, "
        "Necropolis, Overgrown Estate, Pillage, Poor House, Procession, Rats, Rebuild, Rogue, Ruined Library, Ruined Market, "
        "Ruined Village, Sage, Scavenger, Sir Bailey, Sir Destry, Sir Martin, Sir Michael, Sir Vander, Spoils, Squire, "
        "Storeroom, Survivors, Urchin, Vagrant, Wandering Minstrel"
    ),
    "Adventures": (
        "Alms, Amulet, Artificer, Ball, Bonfire, Borrow, Bridge Troll, Caravan Guard, Champion, Coin of the Realm, Disciple, "
        "Distant Lands, Dungeon, Duplicate, Expedition, Ferry, Fugitive, Gear, Giant, Guide, Haunted Woods, Hero, Hireling, "
        "Inheritance, Lost Arts, Lost City, Magpie, Messenger, Miser, Mission, Page, Pathfinding, Peasant, Pilgrimage, Plan, "
        "Port, Quest, Raid, Ranger, Ratcatcher, Raze, Relic, Royal Carriage, Save, Scouting Party, Seaway, Soldier, "
        "Storyteller, Swamp Hag, Teacher, Trade, Training, Transmogrify, Travelling Fair, Treasure Hunter, Treasure Trove, "
        "Warrior, Wine Merchant"
    ),
    "Nocturne": (
        "Bad Omens, Bard, Bat, Blessed Village, Cemetery, Changeling, Cobbler, Conclave, Crypt, Cursed Gold, Cursed Village, "
        "Deluded, Delusion, Den of Sin, Devil's Workshop, Druid, Envious, Envy, Exorcist, Faithful Hound, Famine, Fear, Fool, "
        "Ghost, Ghost Town, Goat, Greed, Guardian, Haunted Mirror, Haunting, Idol, Imp, Leprechaun, Locusts, Lost in the Woods, "
        "Lucky Coin, Magic Lamp, Miserable, Misery, Monastery, Necromancer, Night Watchman, Pasture, Pixie, Plague, Pooka, "
        "Pouch, Poverty, Raider, Sacred Grove, Secret Cave, Shepherd, Skulk, The Earth's Gift, The Field's Gift, The Flame's "
        "Gift, The Forest's Gift, The Moon's Gift, The Mountain's Gift, The River's Gift, The Sea's Gift, The Sky's Gift, The "
        "Sun's Gift, The Swamp's Gift, The Wind's Gift, Tormentor, Tracker, Tragic Hero, Twice Miserable, Vampire, War, "
        "Werewolf, Will-o'-Wisp, Wish, Zombie Apprentice, Zombie Mason, Zombie Spy"
    ),
    "Renaissance": (
        "Academy, Acting Troupe, Barracks, Border Guard, Canal, Capitalism, Cargo Ship, Cathedral, Citadel, City Gate, Crop "
        "Rotation, Ducat, Experiment, Exploration, Fair, Flag, Flag Bearer, Fleet, Guildhall, Hideout, Horn, Improve, "
        "Innovation, Inventor, Key, Lackeys, Lantern, Mountain Village, Old Witch, Pageant, Patron, Piazza, Priest, Recruiter, "
        "Research, Road Network, Scepter, Scholar, Sculptor, Seer, Sewers, Silk Merchant, Silos, Sinister Plot, Spices, Star "
        "Chart, Swashbuckler, Treasure Chest, Treasurer, Villain"
    ),
    "Menagerie": (
        "Alliance, Animal Fair, Banish, Bargain, Barge, Black Cat, Bounty Hunter, Camel Train, Cardinal, Cavalry, Commerce, "
        "Coven, Delay, Demand, Desperation, Destrier, Displace, Enclave, Enhance, Falconer, Fisherman, Gamble, Gatekeeper, "
        "Goatherd, Groom, Horse, Hostelry, Hunting Lodge, Invest, Kiln, Livery, March, Mastermind, Paddock, Populate, Pursue, "
        "Reap, Ride, Sanctuary, Scrap, Seize the Day, Sheepdog, Sleigh, Snowy Village, Stampede, Stockpile, Supplies, Toil, "
        "Transport, Village Green, Way of the Butterfly, Way of the Camel, Way of the Chameleon, Way of the Frog, Way of the "
        "Goat, Way of the Horse, Way of the Mole, Way of the Monkey, Way of the Mouse, Way of the Mule, Way of the Otter, Way "
        "of the Owl, Way of the Ox, Way of the Pig, Way of the Rat, Way of the Seal, Way of the Sheep, Way of the Squirrel, Way "
        "of the Turtle, Way of the Worm, Wayfarer"
    ),
    "Allies": (
        "Acolyte, Archer, Architects' Guild, Band of Nomads, Barbarian, Battle Plan, Bauble, Blacksmith, Broker, Capital City, "
        "Carpenter, Cave Dwellers, Circle of Witches, City-state, Coastal Haven, Conjurer, Contract, Courier, Crafters' Guild, "
        "Desert Guides, Distant Shore, Elder, Emissary, Family of Inventors, Fellowship of Scribes, Forest Dwellers, Galleria, "
        "Gang of Pickpockets, Garrison, Guildmaster, Herb Gatherer, Highwayman, Hill Fort, Hunter, Importer, Innkeeper, Island "
        "Folk, League of Bankers, League of Shopkeepers, Lich, Market Towns, Marquis, Merchant Camp, Miller, Modify, Mountain "
        "Folk, Old Map, Order of Astrologers, Order of Masons, Peaceful Cult, Plateau Shepherds, Royal Galley, Sentinel, Sibyl, "
        "Skirmisher, Sorcerer, Sorceress, Specialist, Stronghold, Student, Sunken Treasure, Swap, Sycophant, Tent, Territory, "
        "Town, Town Crier, Trappers' Lodge, Underling, Voyage, Warlord, Woodworkers' Guild"
    ),
    "Plunder": (
        "Abundance, Amphora, Avoid, Buried Treasure, Bury, Cabin Boy, Cage, Cheap, Crew, Crucible, Cursed, Cutthroat, Deliver, "
        "Doubloons, Endless Chalice, Enlarge, Fated, Fawning, Figurehead, Figurine, First Mate, Flagship, Foray, Fortune "
        "Hunter, Friendly, Frigate, Gondola, Grotto, Hammer, Harbor Village, Hasty, Inherited, Insignia, Inspiring, Invasion, "
        "Jewelled Egg, Jewels, Journey, King's Cache, Landing Party, Launch, Longship, Looting, Maelstrom, Mapmaker, Maroon, "
        "Mining Road, Mirror, Nearby, Orb, Patient, Pendant, Peril, Pickaxe, Pilgrim, Pious, Prepare, Prize Goat, Prosper, "
        "Puzzle Box, Quartermaster, Reckless, Rich, Rope, Rush, Sack of Loot, Scrounge, Search, Secluded Shrine, Sextant, "
        "Shaman, Shield, Shy, Silver Mine, Siren, Spell Scroll, Staff, Stowaway, Swamp Shacks, Sword, Taskmaster, Tireless, "
        "Tools, Trickster, Wealthy Village"
    ),
    "Rising Sun": (
        "Alley, Amass, Approaching Army, Aristocrat, Artist, Asceticism, Biding Time, Bureaucracy, Change, Continue, Craftsman, "
        "Credit, Daimyo, Divine Wind, Enlightenment, Fishmonger, Flourishing Trade, Foresight, Gather, Gold Mine, Good Harvest, "
        "Great Leader, Growth, Harsh Winter, Imperial Envoy, Kind Emperor, Kintsugi, Kitsune, Litter, Mountain Shrine, Ninja, "
        "Panic, Poet, Practice, Progress, Rapid Expansion, Receive Tribute, Rice, Rice Broker, River Shrine, Riverboat, Ronin, "
        "Root Cellar, Rustic Village, Samurai, Sea Trade, Sickness, Snake Witch, Tanuki, Tea House"
    ),
    "Promo": (
        "Avanto, Black Market, Captain, Church, Dismantle, Envoy, Governor, Marchland, Prince, Sauna, Stash, Summon, Walled Village"
    ),
}

KINDS = {
    "Dark Ages": "Knight, Looter, Ruins, Shelter",
    "Adventures": "Reserve, Traveller",
    "Nocturne": "Boon, Doom, Fate, Heirloom, Hex, Night, Spirit, State, Zombie",
    "Renaissance": "Artifact, Project",
    "Menagerie": "Way",
    "Allies": "Ally, Augur, Clash, Fort, Liaison, Odyssey, Townsfolk, Wizard",
    "Plunder": "Loot, Trait",
    "Rising Sun": "Omen, Prophecy, Shadow",
}
"""The types and kinds of landscapes that only exist there."""


def kinds_elsewhere() -> dict[str, str]:
    """Return the set of each of these types and kinds, by name."""
    return {name: expansion for expansion, names in KINDS.items() for name in names.split(", ")}


def elsewhere() -> dict[str, str]:
    """Return the set of each of these cards, by name."""
    return {name: expansion for expansion, names in NAMES.items() for name in names.split(", ")}
