"""Text to nodes: bytes are decoded, YAML is composed, every node knows its line and column."""

from forestcalc.source.files import read_source
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence
from forestcalc.source.stream import Document, documents, source_documents

__all__ = ["Document", "Mapping", "Node", "Scalar", "Sequence", "documents", "read_source", "source_documents"]
