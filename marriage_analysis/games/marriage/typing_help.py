"""What can be typed for the events of a game of Marriage, as the recorder shows it."""

from typing import Final

TYPING_HELP: Final = """\
  s            drew a card from the stock (s5h: and it was 5♥)
  p            took the offered card
  x10c         threw 10♣; also x♣10. Several things may stand in one line: s x10c
  show 3s4s5s,6h6h6h,ad2d3d      showed; seven dublees likewise: show 3s3s,5h5h,...
  tiplu        picked the tiplu (tiplu jc: and it was J♣)
  see          looked at the tiplu
  finish 7c8c9c,kskdkh           finished with the further sets; then throw the last card
  tunnel 6h6h6h                  displayed a tunnel; before the first draw: Bina: tunnel 6h6h6h
  nodraw, nodiscard              a draw or a throw that was missed
  badshow .., badfinish ..       a wrong show or finish, taken back
  ?            a turn that nobody noted;   gap: several turns
  reshuffle    the discards were shuffled into a new stock"""
