"""What binary files begin with, and what they are called.

The list is that of WHATWG MIME Sniffing (section 6) and of what else people link to. Marks that are
words (``MZ``, ``BM``) also want a byte that no text holds.
"""

from typing import Final

_SIGNATURES: Final = (
    (0, b"\x89PNG\r\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBPVP8", "image/webp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\1\0", "image/x-icon"),
    (0, b"\0\0\2\0", "image/x-icon"),
    (0, b"8BPS\0", "image/vnd.adobe.photoshop"),
    (0, b"\0\0\0\x0cJXL ", "image/jxl"),
    (0, b"\0\0\0\x0cjP  ", "image/jp2"),
    (0, b"AT&TFORM", "image/vnd.djvu"),
    (0, b"ID3\2", "audio/mpeg"),
    (0, b"ID3\3", "audio/mpeg"),
    (0, b"ID3\4", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"\xff\xf1", "audio/aac"),
    (0, b"\xff\xf9", "audio/aac"),
    (0, b"OggS\0", "audio/ogg"),
    (0, b"fLaC\0", "audio/flac"),
    (8, b"WAVEfmt ", "audio/wav"),
    (8, b"AIFF", "audio/aiff"),
    (0, b"MThd\0", "audio/midi"),
    (0, b"#!AMR\n", "audio/amr"),
    (8, b"AVI LIST", "video/x-msvideo"),
    (0, b"FLV\1", "video/x-flv"),
    (0, b"\0\0\1\xba", "video/mpeg"),
    (0, b"\0\0\1\xb3", "video/mpeg"),
    (0, b"0&\xb2u\x8ef\xcf\x11", "video/x-ms-wmv"),
    (0, b"wOFF\0\1\0\0", "font/woff"),
    (0, b"wOFFOTTO\0", "font/woff"),
    (0, b"wOFFtrue\0", "font/woff"),
    (0, b"wOF2\0\1\0\0", "font/woff2"),
    (0, b"wOF2OTTO\0", "font/woff2"),
    (0, b"\0\1\0\0\0", "font/ttf"),
    (0, b"OTTO\0", "font/otf"),
    (0, b"ttcf\0", "font/collection"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a", "application/vnd.rar"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\0", "application/x-xz"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"\x04\x22\x4d\x18", "application/x-lz4"),
    (0, b"MSCF\0", "application/vnd.ms-cab-compressed"),
    (257, b"ustar", "application/x-tar"),
    (0, b"!<arch>\n", "application/x-archive"),
    (0, b"\xed\xab\xee\xdb", "application/x-rpm"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"\xfe\xed\xfa\xce", "application/x-mach-binary"),
    (0, b"\xfe\xed\xfa\xcf", "application/x-mach-binary"),
    (0, b"\xce\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xcf\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xca\xfe\xba\xbe", "application/x-mach-binary"),  # Java's classes begin so too
    (0, b"\0asm", "application/wasm"),
    (0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    (0, b"PAR1\x15", "application/vnd.apache.parquet"),
    (0, b"ARROW1\0", "application/vnd.apache.arrow.file"),
    (0, b"Obj\1", "application/vnd.apache.avro"),
    (0, b"\x89HDF\r\n", "application/x-hdf5"),
    (0, b"\x93NUMPY", "application/x-npy"),
    (0, b"{\\rtf", "application/rtf"),
    (0, b"%!PS", "application/postscript"),
    (0, b"ITSF\3", "application/vnd.ms-htmlhelp"),
    (60, b"BOOKMOBI", "application/x-mobipocket-ebook"),
)  # fmt: skip
_ZIPPED: Final = (
    (b"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (b"xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    (b"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    (b"META-INF/MANIFEST.MF", "application/java-archive"),
)
_OLE: Final = (
    ("WordDocument", "application/msword"),
    ("Workbook", "application/vnd.ms-excel"),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
)
_BRANDS: Final = {
    b"avif": "image/avif", b"avis": "image/avif",
    b"heic": "image/heic", b"heix": "image/heic", b"mif1": "image/heic", b"msf1": "image/heic",
    b"M4A ": "audio/mp4", b"qt  ": "video/quicktime",
}  # fmt: skip

_DOCUMENT = "Look for the same as a page or a PDF."
_NAMES: Final = (
    # the first that the media type holds
    ("wordprocessingml", "a Word document", _DOCUMENT),
    ("msword", "a Word document", _DOCUMENT),
    ("spreadsheet", "a spreadsheet", _DOCUMENT),
    ("ms-excel", "a spreadsheet", _DOCUMENT),
    ("presentation", "a presentation", _DOCUMENT),
    ("powerpoint", "a presentation", _DOCUMENT),
    ("opendocument.text", "a text document", _DOCUMENT),
    ("ole-storage", "an old Office document", _DOCUMENT),
    ("rtf", "a Rich Text document", _DOCUMENT),
    ("postscript", "a PostScript document", _DOCUMENT),
    ("epub", "an e-book", _DOCUMENT),
    ("mobipocket", "an e-book", _DOCUMENT),
    ("htmlhelp", "a help file", _DOCUMENT),
    ("image/", "an image", "Look for a page that says in words what it shows."),
    ("audio/", "a sound recording", "Look for a transcript."),
    ("video/", "a film", "Look for a transcript."),
    ("font", "a font", ""),
    ("sqlite", "a database", "Look for its data as CSV."),
    ("parquet", "a data file", "Look for its data as CSV."),
    ("apache.", "a data file", "Look for its data as CSV."),
    ("hdf5", "a data file", "Look for its data as CSV."),
    ("npy", "a data file", "Look for its data as CSV."),
    ("java-archive", "a program", ""),
    ("executable", "a program", ""),
    ("mach-binary", "a program", ""),
    ("msdownload", "a program", ""),
    ("wasm", "a program", ""),
    *(
        (name, "an archive", "Look for a page that shows what is in it.")
        for name in ("zip", "compressed", "rar", "x-xz", "zstd", "lz4", "tar", "archive", "rpm")
    ),
)


def binary_type(body: bytes) -> str:
    """Gives the media type of a binary file by its first bytes; empty where they say nothing."""
    if body.startswith(b"PK\3\4"):
        return _in_zip(body)
    if body.startswith(b"\xd0\xcf\x11\xe0"):
        names = ((name.encode("utf-16-le"), real) for name, real in _OLE)
        return next((real for name, real in names if name in body), "application/x-ole-storage")
    if body.startswith(b"\x1aE\xdf\xa3"):
        return "video/webm" if b"webm" in body[:64] else "video/x-matroska"
    if body[4:8] == b"ftyp":
        return _BRANDS.get(body[8:12], "video/mp4")
    if body.startswith(b"MZ") and b"\0" in body[2:64]:
        return "application/vnd.microsoft.portable-executable"
    if body.startswith(b"BM") and body[6:10] == b"\0\0\0\0":
        return "image/bmp"
    return next((real for at, mark, real in _SIGNATURES if body.startswith(mark, at)), "")


def kind_name(media_type: str) -> tuple[str, str]:
    """Gives what a person calls a type that is not read, and what to do instead; both may be empty."""
    return next(((name, remedy) for part, name, remedy in _NAMES if part in media_type), ("", ""))


def _in_zip(body: bytes) -> str:
    """Tells apart what is stored as a ZIP archive, by the names of the files in it."""
    if body[30:38] == b"mimetype":  # OpenDocument and EPUB begin with their type, not compressed
        size = int.from_bytes(body[18:22], "little")
        told = body[38 : 38 + size]
        if size < 100 and told.isascii() and told.startswith(b"application/"):
            return told.decode("ascii")
    return next((real for name, real in _ZIPPED if name in body), "application/zip")
