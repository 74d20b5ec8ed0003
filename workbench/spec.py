"""Names with options in brackets, as they are written wherever something is asked for: `blanc(alpha=0.2)`.

A resolver is named in more ways, all of which become a `ResolverSpec` once, where they come in:

- a name of the registry, `mars`, or with options `mitkov(preset=2001;weights=w.toml)`;
- `mars+head_match`: the links of a pronoun resolver on top of the chains of a chain resolver;
- `./mine.py`, a file with a function `build(**options)` or with a single class that has `resolve`;
- `module:Class` or `./mine.py:Class`, or there a function `build` or one that is annotated `-> Resolver`;
- in Python also any object that has `resolve` or `chains`, or a class of such objects;
- `Label=...` before any of the texts: the name that tables and JSON show.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from hashlib import blake2b
from inspect import Parameter, signature
from pathlib import PurePath

from anaphora.workbench.errors import OptionError

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_LONGEST = 40
_COMMA = re.compile(r",\s*(\w+\s*=)")
_MEMBER = re.compile(r":[^\W\d]\w*$")
_LABELLED = re.compile(r"\s*([^=()+/\\:]+?)\s*=(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ResolverSpec:
    """A resolver as it was asked for: what it is, its options as written, the chain resolver `below` it.

    `label` is its name in tables and JSON; `resolver` is the object itself, where one was given. The options of
    an object are those of its fields that differ from their defaults: they say what it is, and it does not get them.
    """

    name: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    below: "ResolverSpec | None" = None
    label: str = ""
    resolver: object = None

    def __post_init__(self) -> None:
        """Make a label where none is given: the resolver as it was written, a file or class without the way to it."""
        if not self.label:
            short = self.member or (PurePath(self.name).stem if self.file else self.name)
            object.__setattr__(self, "label", _text(short, self.options, self.below and self.below.label))

    def __str__(self) -> str:
        """Write the resolver as text that `parse_resolver` reads (but for an object)."""
        return _text(self.name, self.options, self.below)

    @property
    def file(self) -> bool:
        """True if it stands in a file of the user's."""
        return self.resolver is None and self.place.endswith(".py")

    @property
    def place(self) -> str:
        """The file or module that it stands in; the whole name where it is of the registry."""
        return self.name.rpartition(":")[0] if self.member else self.name

    @property
    def member(self) -> str:
        """The class or function in that place, if one is named."""
        return self.name.rpartition(":")[2] if _MEMBER.search(self.name) else ""

    @property
    def is_own(self) -> bool:
        """True if it is the user's, in a file, a module or an object, and not one of the registry."""
        return self.resolver is not None or self.file or ":" in self.name

    @property
    def layers(self) -> tuple["ResolverSpec", ...]:
        """The resolver itself and the one below it, if there is one."""
        return (self, self.below) if self.below else (self,)

    def with_options(self, change: Mapping[str, str]) -> "ResolverSpec":
        """The same resolver with some options changed; with `without`, which adds up, several parts are left out."""
        added = {
            name: f"{self.options[name]}/{value}" if name == "without" and name in self.options else value
            for name, value in change.items()
        }
        options = {**self.options, **added}
        is_labelled = self.label != ResolverSpec(self.name, self.options, self.below, "", self.resolver).label
        label = _text(self.label, change, None) if is_labelled else ""
        return ResolverSpec(self.name, options, self.below, label, self.resolver)


def _text(name: str, options: Mapping[str, str], below: object) -> str:
    brackets = f"({';'.join(f'{option}={value}' for option, value in options.items())})" if options else ""
    return f"{name}{brackets}" + (f"+{below}" if below else "")


def split_names(given: str | None, between: str = ",") -> tuple[str, ...]:
    """Split a list of names at any of the signs `between`; what is in brackets, or around a +, stays together."""
    text = re.sub(r"\s*\+\s*", "+", given or "")
    return tuple(name.strip() for name in re.split(rf"[{between}](?![^()]*\))", text) if name.strip())


def parse_resolvers(given: Iterable[object]) -> tuple[ResolverSpec, ...]:
    """Parse resolvers given as text, as objects, or as specs already.

    Raises:
        OptionError: a text is no name with options, an object is no resolver, or two have the same label.
    """
    specs = tuple(map(parse_resolver, given))
    labels = [spec.label for spec in specs]
    if twice := {label for label in labels if labels.count(label) > 1}:
        cure = "Two variants of one differ in their options; otherwise write Label=NAME."
        if any(spec.resolver is not None for spec in specs):
            cure = "Name your objects: {'first': ..., 'second': ...} instead of a list."
        raise OptionError(f"The resolver '{min(twice)}' is named twice. {cure}", code="named-twice")
    return specs


def parse_resolver(given: object) -> ResolverSpec:
    """Parse one resolver; see `parse_resolvers`."""
    if isinstance(given, ResolverSpec):
        return given
    if isinstance(given, str):
        return _resolver_in(given)
    from anaphora.workbench.decision import ChainResolver, Resolver  # with NumPy, for which text need not wait

    if not isinstance(given, Resolver | ChainResolver):
        raise OptionError(f"{given!r:.80} is not a resolver: no `resolve` and no `chains`.", code="no-resolver")
    if isinstance(given, type):
        return ResolverSpec(given.__name__, resolver=given)
    return ResolverSpec(type(given).__name__, dict(_changed_fields(given)), resolver=given)


def _changed_fields(resolver: object) -> Iterator[tuple[str, str]]:
    """Yield the fields of an object whose values are no defaults: of its class, its constructor, or its dataclass.

    A constructor's argument is looked for under its name, also with an underscore. What an object computes and keeps,
    as in a cached property, is no field.
    """
    kind = type(resolver)
    defaults = {
        name: getattr(kind, name)
        for name in getattr(resolver, "__dict__", ())
        if not name.startswith("_") and hasattr(kind, name) and not hasattr(getattr(kind, name), "__get__")
    }
    with suppress(TypeError, ValueError):  # a class in C
        defaults |= {name: about.default for name, about in signature(kind).parameters.items()}
    if is_dataclass(resolver):
        for about in fields(resolver):
            if about.default_factory is not MISSING:
                defaults[about.name] = about.default_factory()
    for name, default in defaults.items():
        value = getattr(resolver, name, getattr(resolver, f"_{name}", MISSING))
        if value is not MISSING and (default is Parameter.empty or _value_text(value) != _value_text(default)):
            yield name, _value_text(value)


def _value_text(value: object) -> str:
    """Write a value as options are written, what is long or no plain value as a digest: the same in every process.

    An object within that does not say what it holds counts by its class.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float | PurePath | None):
        text = str(value)
    elif isinstance(value, Mapping):
        text = "/".join(f"{_value_text(name)}:{_value_text(part)}" for name, part in value.items())
    elif isinstance(value, tuple | list):
        text = "/".join(map(_value_text, value))
    elif isinstance(value, AbstractSet):
        text = "/".join(sorted(map(_value_text, value)))
    else:
        return _digest(_content(value))
    return text if len(text) <= _LONGEST else _digest(text.encode("utf-8", "replace"))


def _content(value: object) -> bytes:
    """Return the bytes of an array, whose text may be cut; of others the text, without the place in memory."""
    try:
        return memoryview(value).tobytes()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return _ADDRESS.sub("", repr(value)).encode("utf-8", "replace")


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=4).hexdigest()


def _resolver_in(text: str) -> ResolverSpec:
    labelled = _LABELLED.fullmatch(text)
    label, definition = labelled.groups() if labelled else ("", text)
    upper, lower = _layers(definition)
    name, options = parse_spec(upper)
    return ResolverSpec(name, options, ResolverSpec(*parse_spec(lower)) if lower else None, label)


def _layers(text: str) -> tuple[str, str]:
    """Split a text at the first + outside brackets; without one the second part is empty."""
    brackets = 0
    for index, character in enumerate(text):
        brackets += {"(": 1, ")": -1}.get(character, 0)
        if character == "+" and not brackets:
            return text[:index], text[index + 1 :]
    return text, ""


def parse_spec(text: str) -> tuple[str, dict[str, str]]:
    """The name, and its options as they were written: `name(one=value;other=value)`.

    Raises:
        OptionError: the brackets hold something else.
    """
    name, bracket, listed = text.strip().partition("(")
    if not bracket:
        return name.strip(), {}
    if _COMMA.search(listed):
        divided = _COMMA.sub(r";\1", listed)
        raise OptionError(f"Options are divided by semicolons. Write {name}({divided}", code="comma")
    pairs = [pair.partition("=") for pair in listed.removesuffix(")").split(";")]
    if not listed.endswith(")") or not all(equals and key.strip() for key, equals, _ in pairs):
        raise OptionError(f"Cannot parse '{text}': expected {name}(option=value;option=value).")
    options = {key.strip(): value.strip() for key, _, value in pairs}
    if len(options) < len(pairs):
        raise OptionError(f"In '{text}' an option is given twice. Leave one of the two out.")
    return name.strip(), options
