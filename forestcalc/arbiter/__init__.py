"""The arbiter: rules topics as data, and how a question finds the one that answers it."""
