"""The kernel: what every game stands on, and no game in particular.

State schema, action tables, the random generator, and the linker that turns one set of plain
rule functions into Python, native and GPU twins.
"""
