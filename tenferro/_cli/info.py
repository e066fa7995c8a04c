"""``python -m tenferro info``: what tenferro found on this machine and how it is set."""

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def main(options: argparse.Namespace) -> int:
    """Prints the configuration."""
    from tenferro._config import config, show_config

    if options.json:
        print(json.dumps(config(), indent=1, default=str))
    else:
        show_config()
    return 0
