"""The charts of the report, a module each: from figures to a `anaphora.experiments.report.drawing.Drawing`."""
