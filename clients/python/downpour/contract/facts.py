# Written by `npm run generate` from schema/openapi.json. Do not edit.
"""Facts of the server that the client needs."""

VERSION = "0.1.0"
"""The version of this client, and of the server that has its contract."""

INVOCATION_BYTES_MAX = 6_291_456
"""The most bytes of a request to a function."""

UPLOAD_BYTES_MAX = 16_777_216
"""The most bytes of a document in one request, before compression."""

LARGE_UPLOAD_BYTES_MAX = 1_073_741_824
"""The most bytes of a document."""
