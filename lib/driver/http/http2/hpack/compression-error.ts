/** The error of a header block that HPACK does not allow. The connection's later blocks cannot be decoded. */
export class CompressionError extends Error {}
