"""What games have in common at the table."""
