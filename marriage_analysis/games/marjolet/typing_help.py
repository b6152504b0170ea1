"""What can be typed for the events of a hand of Marjolet, as the recorder shows it."""

from typing import Final

TYPING_HELP: Final = """\
  10s          played 10♠; also ♠10, or ?? where nobody noted the card. A line may hold several: 10s 8s
  >0           seat 0 won the trick; only needed where a card of it is not known
  dix          exchanged the seven of trumps for the card turned up
  meld(qc jh)  declared queen of clubs and jack of hearts
  draw         both draw; sks s9d: the winner the king of spades, the other the nine of diamonds"""
