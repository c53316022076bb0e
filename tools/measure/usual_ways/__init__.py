"""The usual way to show the numbers of each lab: `make bench` races our labs with them.

Each module is the one cell of a notebook: sliders, `interactive_output`, and a function that draws a
fresh pyplot figure. It shows the numbers that our lab shows, and nothing in it is there to make it slow.
The words and styles of our pictures are left out, as a teacher in a hurry would leave them out.
"""
