"""The commands: each file or folder ends with `COMMAND`, which the command line, Python and studies call."""

from collections.abc import Mapping

SUMMARIES: Mapping[str, tuple[str, str]] = {
    "compare": (
        "Everyday",
        "Compare resolvers on the same candidate lists: success rates, upper bound MAX, significant differences.",
    ),
    "resolve": (
        "Everyday",
        "Resolve the pronouns of a plain text: whom or what each means, and how many resolvers say so.",
    ),
    "chains": (
        "Everyday",
        "Find the entities of plain texts: who and what is mentioned, by which names, how often, and where.",
    ),
    "rewrite": (
        "Everyday",
        "Replace the pronouns of plain texts with the names they stand for, where that is sure; all others stay.",
    ),
    "ablate": (
        "Everyday",
        "Measure what each indicator, rule, salience factor or component of a resolver contributes.",
    ),
    "losses": (
        "Everyday",
        "Measure the cost of each stage: the anaphors it loses, and the success rates if it alone were perfect.",
    ),
    "profile": ("Everyday", "Describe a corpus: what its key holds, and how hard its anaphors are."),
    "serve": (
        "Everyday",
        "Serve the live page on this machine: paste a text, see each resolver's answers and why, change the weights.",
    ),
    "list": (
        "Everyday",
        "List what is available, each with its one-line source; for a resolver its options, source and card.",
    ),
    "score": ("Scoring", "Score responses by every coreference measure, with intervals, and compare them."),
    "coref": ("Scoring", "Score resolvers as coreference systems: pronouns and chains in one table."),
    "errors": (
        "Scoring",
        "Classify the errors of responses in chains and links, with the gain of correcting each kind.",
    ),
    "agree": (
        "Scoring",
        "Measure the agreement of annotators in mentions and chains, corrected for chance, and list differences.",
    ),
    "check": ("Corpora", "Validate corpus files: every problem with file and line; exit code 1 if there is an error."),
    "convert": (
        "Corpora",
        "Write a corpus in another format, and report what was lost: the output is read again and compared.",
    ),
    "run": ("Studies", "Run a study declared in a TOML file; finished parts are not run again."),
    "optimise": ("Studies", "Optimise the scores of a resolver's indicators, and report them on documents held out."),
    "train": ("Studies", 'Train a resolver, for use as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".'),
    "export": (
        "External systems",
        "Write the input of an external system: tokens, sentences, a hash of the text; never the key.",
    ),
    "import": (
        "External systems",
        "Check the predictions of an external system and align them with our tokens, for recorded(file=...).",
    ),
    "new": (
        "Contributing",
        "Write the files of a new resolver, format, measure or language from templates into a checkout of the project.",
    ),
    "evaluate": ("Preprocessing", "Evaluate one stage of preprocessing, rewriting, or answers to questions."),
}
"""Group and help of the commands in the order of `anaphora --help`, which opens without importing them.

A command that is not here, such as one of another distribution, is imported for it and comes last.
"""
