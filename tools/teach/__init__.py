"""For teachers: solved notebooks, and a table of what a class handed in."""
