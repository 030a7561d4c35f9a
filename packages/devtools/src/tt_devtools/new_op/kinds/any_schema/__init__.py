"""What composites, views and irregular ops share: schemas with lists, options and several results; expressions that
are Python. Knows none of these kinds.
"""
