"""XML without document types, entities or anything from outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from accord.formats.parsing.first_bytes import binary_kind
from accord.results import DataError, Place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LARGEST = 1 << 28  # bytes
DEEPEST = 200  # levels; the formats read here have fewer than ten
_HINT = "export the file again"


def xml_tree(path: Path, repaired: Callable[[bytes], bytes] = bytes) -> Element:
    """The root of an XML file; a DataError for one that is cut, too large, too deep, or declares entities. `repaired`
    is what a format that is known to be no XML makes of its bytes."""
    file = str(path)
    size = path.stat().st_size
    if size > LARGEST:
        raise DataError("ACC052", f"an XML file of {size:,} bytes, more than 256 MB", Place(file), "split it")
    data = path.read_bytes()
    kind = binary_kind(data[:65536])
    if kind is not None:
        raise DataError("ACC005", f"this is {kind}, not XML", Place(file), _HINT)
    data = repaired(data)
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        message = "the file declares a document type or entities, which no annotation needs"
        raise DataError("ACC046", message, Place(file), "remove the declaration") from None
    except ParseError as error:
        line, column = error.position
        message = f"this is not well-formed XML: {str(error).partition(':')[0]} at column {column + 1}"
        raise DataError("ACC046", message, Place(file, line), _HINT) from None
    except (LookupError, ValueError) as error:  # an encoding that is not known, or cannot be decoded
        raise DataError("ACC004", f"the XML cannot be decoded: {error}"[:200], Place(file), _HINT) from None
    _assert_shallow(root, file)
    return root


def _assert_shallow(root: Element, file: str) -> None:
    level = [root]
    for _ in range(DEEPEST):
        level = [child for element in level for child in element]
        if not level:
            return
    raise DataError("ACC052", f"the XML is nested deeper than {DEEPEST} levels", Place(file), _HINT)


def looks_like_xml(start: bytes, *marks: bytes) -> bool:
    """Whether a file begins like XML and has one of these marks near its beginning, in any usual encoding."""
    plain = start.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return plain.startswith(b"<") and any(mark in plain for mark in marks)
