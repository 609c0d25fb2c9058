"""Pictures of kingdoms, boards, hands and scores, drawn by our own code from the engine's views.

    studio = Studio()                                    # one for the bot; studio.close() at its end
    picture = await studio.board(view)                   # also .kingdom(kingdom), .hand(view, seat), .score(result, history)
    Attachment(picture.file, picture.png, picture.alt)   # as a panel's block, with the same in text

They only raise PictureError: then the panel does without a picture, as its text says the same. Equal pictures have equal names, and
different ones different names, so pictures that a message already shows needn't be uploaded again.

Every picture has two halves. `KingdomPicture.of`, `BoardPicture.of`, … extract what is shown from an engine's view, as a value of
plain data. Its `strips()` say what that looks like, row by row, and a PNG is made only from these (`strips.py`). So nothing outside
the value can get into the picture, and a file's name, which follows from its bytes, reveals nothing that can't be seen. A board is
made only from a spectator's view, a hand only from its seat's own. Strips are drawn once: after a move, only the rows that changed
are drawn. `scheme` is "dark" or "light". Pictures have their own background, so both are readable in both of Discord's themes.
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
