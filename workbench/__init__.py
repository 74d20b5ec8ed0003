"""The ground floor: data types, evidence, measures and renderers. Imports nothing of the other folders."""

if __name__ == "workbench":  # two copies of each class would be two classes
    raise ImportError("The folder workbench is imported as anaphora.workbench, never under its own name.")

__version__ = "0.2.0"
