"""ONNX Runtime, loaded here and nowhere else, because its official builds report their use to Microsoft by default.

From its import on they keep an identifier of the device and a store of events in the user's cache folder, and send them
(its Privacy.md, "Official Builds" and "Disabling Telemetry").
"""

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def load(module: str = "onnxruntime") -> ModuleType:
    """The library, or one of its modules by its full name, with its reports switched off.

    The variable keeps the reporter from being made if the library is imported here first; processes started later
    inherit it. Where a program has imported the library before us, the call at least suppresses further events.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return import_module(module)


def start_session(data: bytes) -> "InferenceSession":
    """A network in the bytes of an ONNX file, ready to run on one processor. Raises `ValueError` if it is none."""
    library = load()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return library.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # it has a class for each problem, and no other base
        raise ValueError(f"this is no network that ONNX Runtime can load ({error})") from error
