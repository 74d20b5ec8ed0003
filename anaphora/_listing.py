"""What there is, by name, each with its source."""


def measures() -> dict[str, str]:
    """All measures by name, each with the citation of its definition."""
    from anaphora.experiments.listing import inventory

    return inventory("measures")["measures"]


def formats() -> dict[str, str]:
    """All corpus formats that can be read by name, each with its source."""
    from anaphora.experiments.listing import inventory

    return inventory("formats")["formats"]
