"""Cards: faces, packs, multisets of faces and their notation. No rules of any game."""
