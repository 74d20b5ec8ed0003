"""Names with options in brackets, as the command line takes them: `blanc(alpha=0.2)`, `mitkov(preset=2001)`."""

from anaphora.workbench.errors import OptionError


def parsed(text: str) -> tuple[str, dict[str, str]]:
    """The name, and its options as they were written: `name(one=value;other=value)`.

    Raises:
        OptionError: the brackets hold something else.
    """
    name, bracket, given = text.partition("(")
    if not bracket:
        return name.strip(), {}
    pairs = [pair.partition("=") for pair in given.removesuffix(")").split(";")]
    if not given.endswith(")") or not all(equals and key.strip() for key, equals, _ in pairs):
        raise OptionError(f"'{text}' is no name with options. Write {name}(option=value), more with ; between.")
    options = {key.strip(): value.strip() for key, _, value in pairs}
    if len(options) < len(pairs):
        raise OptionError(f"In '{text}' an option is given twice. Leave one of the two out.")
    return name.strip(), options
