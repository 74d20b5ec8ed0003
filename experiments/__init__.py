"""What a person does with the workbench: compare, profile, resolve, check."""
