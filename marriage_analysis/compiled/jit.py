"""Functions compiled by numba, typed for the checker; the only module that knows how numba is called.

Importing this needs the extra ``fast``. Compiled functions take and give whole numbers of 64 bits and NumPy
arrays, and run as plain Python too where ``NUMBA_DISABLE_JIT=1`` is set. Machine code is kept on disk beside
the modules (``NUMBA_CACHE_DIR`` puts it elsewhere), so only the first run after a change compiles.
"""

# numba has no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUntypedFunctionDecorator=false, reportUnknownLambdaType=false, reportCallIssue=false
# pyright: reportAttributeAccessIssue=false

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Dimensions:
    """How many dimensions an array has; ``fixed``: it stands in a module and never changes."""

    number: int
    fixed: bool = False


def compiled(function: Function) -> Function:
    """The function in machine code for its annotated types, made on import and kept on disk.

    Types are whole numbers, truth values, arrays with their dimensions, and (named) tuples of them. With
    types given, a function may call itself and still be kept, if no argument of such a call is a plain number.
    """
    hints = get_type_hints(function, include_extras=True)
    returned = _compiled_type(hints.pop("return"))
    signature = returned(*(_compiled_type(hint) for hint in hints.values()))
    others = config.CACHE_DIR
    config.CACHE_DIR = str(_kept_in())
    try:
        return cast(Function, numba.njit(signature, cache=True, nogil=True)(function))
    finally:
        config.CACHE_DIR = others


@cache
def _kept_in() -> Path:
    """Where machine code is kept: by all the sources together, because code of one is copied into others."""
    here = Path(__file__).parent
    sources = sorted(here.rglob("*.py"))
    digest = sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR, f"marriage-analysis-{digest}")
    beside = here / "__pycache__"
    if os.access(beside if beside.exists() else here, os.W_OK):
        for older in beside.glob("[0-9a-f]" * len(digest)):
            if older.name != digest:
                rmtree(older, ignore_errors=True)
        return beside / digest
    return Path.home() / ".cache" / "marriage-analysis" / digest


def _compiled_type(hint):
    if get_origin(hint) is Annotated:
        array, dimensions = get_args(hint)
        element = np.dtype(get_args(get_args(array)[1])[0])
        return types.Array(numba.from_dtype(element), dimensions.number, "C", readonly=dimensions.fixed)
    if get_origin(hint) is tuple:
        return types.Tuple([_compiled_type(part) for part in get_args(hint)])
    if hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        return types.NamedTuple([_compiled_type(fields[name]) for name in hint._fields], hint)
    return {int: types.int64, bool: types.boolean, type(None): types.none}[hint]


def count_bits(word: int) -> int:
    """How many bits of a word are set; the word is not negative."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """The place of the lowest bit that is set, from 0; the word is not 0."""
    return (word & -word).bit_length() - 1


@intrinsic
def _ctpop(context, word):
    del context, word

    def build(context, builder, signature, arguments):
        del context, signature
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(context, word):
    del context, word

    def build(context, builder, signature, arguments):
        del context, signature
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@overload(count_bits, inline="always")
def _count_bits(word):
    del word
    return lambda word: _ctpop(word)


@overload(lowest_bit, inline="always")
def _lowest_bit(word):
    del word
    return lambda word: _cttz(word)
