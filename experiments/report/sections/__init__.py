"""The sections of the report, a module each; `report.report` has their order, that of questions."""
