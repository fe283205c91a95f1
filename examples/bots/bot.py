"""A bot in Python that needs nothing of Partie: one line of JSON in, one line out. It plays any game, at
random.

partie match quarto "process:python3 examples/bots/bot.py" beginner
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    # question["view"] is the table as its pages show it, question["legal"] is what may be played.
    choice = random.choice(question["legal"])
    answer = {
        "id": question["id"],
        "move": choice["text"],
        "why": f"One of {len(question['legal'])} legal moves, chosen at random.",
    }
    print(json.dumps(answer), flush=True)
