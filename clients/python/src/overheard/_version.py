"""The version of the product, of which this client is a part."""

__version__ = "0.2.0"
