"""The command line, derived from the commands. Only these modules print."""


def run() -> None:
    """Run the command line; worker processes, which import what began the program, import none of it."""
    from anaphora.experiments.run.process import collect_rarely

    collect_rarely()  # before what is imported makes garbage to look for
    from anaphora.experiments.cli.main import main

    main()
