"""`python -m openodke` is `odke`."""

from openodke.cli import main

if __name__ == "__main__":
    main()
