"""What follows from the core's description.

Generated from what the core says of itself, by scripts/python/generate.mjs.
"""
