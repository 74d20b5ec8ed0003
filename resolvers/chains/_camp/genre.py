"""Genre-specific coreference: what a marked region writes in capitals is what the text says elsewhere.

In the paper's newspaper texts the SLUG and PREAMBLE of a message name its entities in capitals: "BC-HUGHES-FCC-BLOOM".
A region is `heading` (which SLUG and PREAMBLE are in MUC's SGML) or `opening` (the first paragraph), a pattern one of
`words.toml`; which go together the option `genre` says, such as `heading:capitals`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping

from anaphora.resolvers.chains._camp.markup import CampOptions, Markup
from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.resolvers.chains._matching.words import bare_words
from anaphora.workbench.document import Mention

COMPONENT = "genre"
REGIONS: Mapping[str, Callable[[Mention], bool]] = {
    "heading": lambda mention: mention.heading,
    "opening": lambda mention: mention.paragraph == 0,
}


def run(markup: Markup, options: CampOptions) -> None:
    """Link mentions of each region whose tokens have its pattern with the same words elsewhere."""
    if not options.genre:
        return
    texts = [bare_words(markup.prepared, mention) for mention in markup.mentions]
    elsewhere = defaultdict(list)
    for number, mention in enumerate(markup.mentions):
        if mention.kind != "pronoun":
            elsewhere[texts[number]].append(number)
    for region, pattern in options.genre:
        matches = re.compile(words().genre[pattern]).fullmatch
        for number, mention in enumerate(markup.mentions):
            if mention.kind == "pronoun" or not REGIONS[region](mention):
                continue
            if all(matches(markup.prepared.document.words[token]) for token in mention.base):
                for other in elsewhere[texts[number]]:
                    markup.link(number, other, COMPONENT, f"{pattern} in {region}")
