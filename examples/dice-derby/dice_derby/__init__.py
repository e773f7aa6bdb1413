"""Dice Derby: back one of six horses in secret, throw two dice, and choose which of them names the horse that runs."""
