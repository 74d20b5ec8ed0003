"""Tasks that a person does with the workbench: compare, profile, resolve, check."""

if __name__ == "experiments":  # two copies of each class would be two classes
    raise ImportError("The folder experiments is imported as anaphora.experiments, never under its own name.")
