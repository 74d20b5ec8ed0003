"""Formulas of pages as MathML, which browsers draw without a script."""

import re
from html import unescape

_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)


def with_mathml(html: str) -> str:
    """The page with every formula that pymdownx.arithmatex has marked as MathML, its TeX beside it for readers."""
    from latex2mathml.converter import convert

    def formula(match: re.Match[str]) -> str:
        block = match[2] == "["
        made = convert(unescape(match[3]).strip(), display="block" if block else "inline")
        return f'<div class="formula">{made}</div>' if block else made

    return _FORMULA.sub(formula, html)
