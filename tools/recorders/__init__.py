"""Record what other libraries give for the same lists; one module per library.

Each runs in a Python that has its library, from the root of the repository, and needs nothing else of it:

    python -m tools.recorders.lightgbm tests/libraries/recorded/lightgbm.json
"""
