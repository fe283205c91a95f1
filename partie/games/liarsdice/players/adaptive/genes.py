"""The numbers that make up the program `adaptive`, in the order in which compiled code reads them."""

from partie.learn.tuning.genome import Gene

GENES = (
    Gene("claim.chosen", -1.0, 3.0, "dice more than by chance behind a face a player chose to name"),
    Gene("claim.pushed", -1.0, 3.0, "the same where the face just bid was raised by no more than needed"),
    Gene("claim.again", -1.0, 1.5, "dice more for every time the player names the face again"),
    Gene("claim.height", -1.0, 1.0, "dice more per standard deviation the bid is above the average"),
    Gene("claim.elsewhere", -0.5, 1.0, "share of dice less on faces a player who has bid did not name"),
    Gene("doubt.base", -5.0, 3.0, "how readily others contest a bid as high as the average (log odds)"),
    Gene("doubt.height", 0.0, 5.0, "how much more per standard deviation above it"),
    Gene("exact.rate", 0.0, 1.0, "how often others call exact a bid as high as the average"),
    Gene("later.base", -4.0, 3.0, "the risk to lose the round after a bid that was not called (log odds)"),
    Gene("later.height", -3.0, 3.0, "how much more per standard deviation the bid is above the average"),
    Gene("later.false", -4.0, 4.0, "how much more if the bid is false for certain rather than true"),
    Gene("spread", 0.01, 0.31, "how far below the best a move may be, in dice, and still be played at times"),
    Gene("habit.claims", 0.5, 30.0, "how many shown claims of a player weigh as much as the general rule"),
    Gene("habit.most", 0.0, 3.0, "the most dice by which a player's own record corrects that rule"),
    Gene("habit.doubts", 0.3, 15.0, "how much a player's own calls are held back by the general rule"),
    Gene("habit.doubts_most", 0.0, 5.0, "the most log odds by which they correct it"),
    Gene("habit.fading", 0.5, 1.0, "what is left of the evidence about a player after every showdown"),
)
NAMES = tuple(gene.name for gene in GENES)
(
    CHOSEN,
    PUSHED,
    AGAIN,
    HEIGHT,
    ELSEWHERE,
    DOUBT,
    DOUBT_HEIGHT,
    EXACT_RATE,
    LATER,
    LATER_HEIGHT,
    LATER_FALSE,
    SPREAD,
    CLAIMS,
    CLAIMS_MOST,
    DOUBTS,
    DOUBTS_MOST,
    FADING,
) = range(len(GENES))
