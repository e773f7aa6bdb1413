"""Pictures drawn beside the event loop: a recipe in, the bytes of a file out."""
