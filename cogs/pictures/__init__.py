"""Pictures of kingdoms, boards, hands and scores, drawn by us from what the engine tells.

    studio = Studio()                                    # one for the bot; studio.close() at its end
    picture = await studio.board(view)                   # also .kingdom(kingdom), .hand(view, seat), .score(result, history)
    Attachment(picture.file, picture.png, picture.alt)   # as a panel's block, with the same in text

All raise PictureError only: then the panel goes without, since its text says the same. Equal pictures have equal names, different
ones different names, so that what a message shows already need not be uploaded again.

Every picture has two halves. `KingdomPicture.of`, `BoardPicture.of`, … take what is shown out of an engine's view into a value
of plain data; its `strips()` say what that looks like, row by row, and a PNG is made of these and of nothing else (`strips.py`).
So what is not in the value can't get into the picture, and a file's name, which follows from its bytes, tells nothing that can't
be seen. A board is made from a spectator's view only, a hand from its seat's own. Strips are drawn once: after a move only the
rows that changed are.

`scheme` is "dark" or "light". Pictures have a ground of their own, so either can be read in either theme of Discord.
"""

from cogs.pictures.board import BoardPicture
from cogs.pictures.errors import DrawingFailed, NotDrawable, PictureError
from cogs.pictures.film import Film
from cogs.pictures.hand import HandPicture
from cogs.pictures.kingdom import KingdomPicture
from cogs.pictures.palette import Scheme
from cogs.pictures.pen import instead
from cogs.pictures.rating import RatingPicture
from cogs.pictures.score import ScorePicture
from cogs.pictures.strips import forget
from cogs.pictures.studio import Picture, Studio, drawn

__all__ = [
    "BoardPicture",
    "DrawingFailed",
    "Film",
    "HandPicture",
    "KingdomPicture",
    "NotDrawable",
    "Picture",
    "PictureError",
    "RatingPicture",
    "Scheme",
    "ScorePicture",
    "Studio",
    "drawn",
    "forget",
    "instead",
]
