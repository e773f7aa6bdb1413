from types import SimpleNamespace
from dice_derby.game import DiceDerby
from dice_derby.steady import SteadyDiceDerby
from engines.core import Random
TITLE = SimpleNamespace(engine=DiceDerby, computers={"random": Random, "steady": SteadyDiceDerby})
