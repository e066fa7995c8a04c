"""``python -m tenferro COMMAND``: each command's module is imported only when it is asked for."""

import argparse
import importlib
import os
import sys

COMMANDS = {
    "info": "version, level, threads and memory as tenferro found them",
    "run": "evaluate an expression over .npy files",
    "calibrate": "measure this machine's prices, from which the number of threads follows",
    "accuracy": "measure the error of every function",
    "bench": "time every operation",
    "demo": "distances between all pairs of 3 376 airports, NumPy beside tenferro",
}


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The whole parser, with the options of `command` alone."""
    parser = argparse.ArgumentParser(
        prog="python -m tenferro", description="Operations on NumPy arrays at hardware speed"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        module = _module(name) if name == command else None
        sentence = words[0].upper() + words[1:] + "."
        child = commands.add_parser(name, help=words, description=sentence, **getattr(module, "PARSER", {}))
        if module:
            module.add_arguments(child)
    return parser


def _module(command):
    return importlib.import_module(f"tenferro._cli.{command}")


def main(arguments=None) -> int:
    """Runs one command; its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    command = next((word for word in arguments if not word.startswith("-")), None)
    if command in COMMANDS:
        arguments = getattr(_module(command), "prepare", list)(arguments)
    options = parser_for(command).parse_args(arguments)
    try:
        return _module(options.command).main(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


if __name__ == "__main__":
    sys.exit(main())
