"""What a message of Discord is made of: its layout, and the ids of its controls. Games and screens build on both."""
