"""In place of Pillow in a build: python-pptx names it, to measure pictures that it writes.

We read slides and write none; Pillow with its libraries would be 10 MiB.
"""
