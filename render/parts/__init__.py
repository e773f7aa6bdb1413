"""What pictures are made of: lettering, colours, silks, mounts, cards, dice, signs, courses, animations."""
