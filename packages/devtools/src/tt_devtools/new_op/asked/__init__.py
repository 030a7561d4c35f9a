"""What was asked for: schema, names, dtypes, devices and numbers, made precise. Knows no kind of op."""
