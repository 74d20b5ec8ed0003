"""Options: a field of a configuration, or a parameter of a command, says its help, limits and choices where it stands.

Who offers it, the command line, the live page or a study, reads them there: `option` declares a field of a frozen
dataclass, `Annotated[type, About(...)]` a parameter.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, field, fields
from functools import cache
from numbers import Integral
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from anaphora.workbench.errors import OptionError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value")
Group = Literal["What is compared", "How it is judged", "Output", "Execution"]
"""The groups in which help shows options."""
COMPARED, JUDGED, OUTPUT, EXECUTION = get_args(Group)
_ABOUT = "about"


class About(NamedTuple):
    """The help on an option: its `group`, what stands for its value (`metavar`), and whether its default shows.

    Numbers have a `least` and a `most`, choices say what their `values` mean, in the order in which they are offered
    (nothing, where the name says it).
    An option that `shapes` figures is named in signatures wherever it is not at its default. A `rare` one is shown only
    where all are asked for.

    Of a parameter: without a `group` it is an argument, which has no name; `names` are its names on the command line,
    if not that of the parameter; `kind` is the type that the command line reads, if that does not follow, and `read`
    makes of that what the function gets; `absent` makes it where a required one is left out; one that is `needed`
    cannot be left out there, whatever its default. The parameter that has the systems of a run says how one more is
    added: `join` makes of its value and a text the new value and the system's label.
    """

    help: str
    group: Group | None = None
    metavar: str | None = None
    least: int | None = None
    most: int | None = None
    shows_default: bool = True
    shapes: bool = True
    values: Mapping[str, str] = {}
    rare: bool = False
    names: tuple[str, ...] = ()
    kind: object = None
    read: Callable[..., object] | None = None
    absent: Callable[[], object] | None = None
    needed: bool = False
    join: Callable[[Any, str], tuple[object, str]] | None = None

    def explained(self, offered: Collection[object] = ()) -> str:
        """The help with the meaning of each value, or only of the `offered` ones if it knows any of these."""
        named = {*offered} & {*self.values} or {*self.values}
        meanings = "; ".join(self.with_meaning(value) for value in self.values if value in named)
        return f"{self.help.rstrip('.')}: {meanings}." if meanings else self.help

    def with_meaning(self, value: str) -> str:
        """A value with its meaning, if it has one, in brackets."""
        meaning = self.values.get(value)
        return f"{value} ({meaning})" if meaning else value


def option(default: Value, help: str, group: Group = "What is compared", **about: Any) -> Value:  # noqa: A002
    """A field of a frozen dataclass that is an option; see `About`."""
    declared: Value = field(default=default, metadata={_ABOUT: About(help, group, **about)})
    return declared


def about_of(entry: "Field[object]") -> About | None:
    """Return the help on a field; `None` for one that only programs give."""
    about: About | None = entry.metadata.get(_ABOUT)
    return about


def shaping(options: "DataclassInstance", always: Collection[str] = ()) -> dict[str, str]:
    """The options that shape figures and are not at their defaults, as signatures name them: `noun-window`.

    Those of `always` are named at their defaults, too.
    """
    shaped = {}
    for entry in fields(options):
        value = getattr(options, entry.name)
        about = about_of(entry)
        if about and about.shapes and (value != entry.default or entry.name in always):
            parts = value if isinstance(value, tuple) else (value,)
            shaped[entry.name.replace("_", "-")] = "+".join("yes" if part is True else str(part) for part in parts)
    return shaped


@cache
def choices(kind: "type[DataclassInstance]") -> Mapping[str, tuple[str, ...]]:
    """The values that each field may have, of those that have a choice."""
    literals = {name: values_of(hint) for name, hint in get_type_hints(kind).items()}
    return {name: values for name, values in literals.items() if values}


def values_of(hint: object) -> tuple[str, ...]:
    """The choices of a type, which may also be `None` or a tuple of them; nothing for one that allows others, too."""
    parts = (hint,) if get_origin(hint) is Literal else get_args(hint)
    chosen = [part for part in parts if get_origin(part) is Literal]
    closed = all(part in chosen or part in (NoneType, ...) for part in parts)
    return tuple(value for part in chosen for value in get_args(part)) if closed else ()


def described_by(annotation: object) -> About | None:
    """Return the `About` in an annotation; `None` for a parameter that only programs give."""
    return next((part for part in getattr(annotation, "__metadata__", ()) if isinstance(part, About)), None)


def require_described(name: str, value: object, annotation: object) -> None:
    """Raise `OptionError`, whose code is the parameter's name, for a value that its annotation does not allow."""
    about = described_by(annotation)
    if about is None or value is None:
        return
    allowed = values_of(get_args(annotation)[0])
    if allowed:
        require_choice(name, value, allowed)
    require_within(name, value, about)


def require_within(name: str, value: object, about: About) -> None:
    """Raise `OptionError`, whose code is the option's name, for a number out of range."""
    if not isinstance(value, int):
        return
    if (about.least is not None and value < about.least) or (about.most is not None and value > about.most):
        wanted = f"{about.least:,} or more" if about.most is None else f"from {about.least} to {about.most:,}"
        raise OptionError(f"{name} is {value}; it must be {wanted}.", code=name)


def require_choices(options: "DataclassInstance") -> None:
    """Raise `OptionError`, whose code is the option's name, for a value of another type, no choice or out of range."""
    allowed, types = choices(type(options)), _types(type(options))
    for entry in fields(options):
        value = getattr(options, entry.name)
        about = about_of(entry)
        require_type(entry.name, value, types[entry.name])
        for part in value if isinstance(value, tuple) else (value,):
            if entry.name in allowed and part is not None:
                require_choice(entry.name, part, allowed[entry.name])
        if about is not None:
            require_within(entry.name, value, about)


@cache
def _types(kind: "type[DataclassInstance]") -> Mapping[str, tuple[type, ...]]:
    """The types that each field may have, of those that are plain: numbers, switches, words."""
    hints = get_type_hints(kind)
    several = {name: get_args(hint) or (hint,) for name, hint in hints.items()}
    return {name: types if {*types} <= _IN_WORDS.keys() else () for name, types in several.items()}


_IN_WORDS: Mapping[type, str] = {int: "a whole number", bool: "True or False", str: "a string", NoneType: "None"}


def require_type(name: str, value: object, types: tuple[type, ...]) -> None:
    """Raise `OptionError`, whose code is the option's name, unless a value has one of the types (any, if empty)."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)  # also NumPy's
    if types and type(value) not in types and not (whole and int in types):
        wanted = " or ".join(_IN_WORDS[kind] for kind in types)
        raise OptionError(f"{name} is {value!r:.80}; it must be {wanted}.", code=name)


def require_choice(name: str, value: object, known: tuple[str, ...]) -> None:
    """Raise `OptionError`, whose code is the option's name, for a value that is not among the choices."""
    if value not in known:
        raise OptionError(f"{name} cannot be {value!r}. Choose from {', '.join(known)}.", code=name)
