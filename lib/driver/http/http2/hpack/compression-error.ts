/**
 * The error of a header block that HPACK (the compression of headers in HTTP/2) does not allow. The
 * connection's later blocks cannot be decoded either.
 */
export class CompressionError extends Error {}
