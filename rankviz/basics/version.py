"""The version of rankviz, which stands in what is saved, too."""

VERSION = "0.1.0"
