"""The command line: one module a subcommand, each with ``add_arguments(parser)`` and ``main(options) -> int``."""
