/** HPACK does not allow a header block. Later header blocks of the connection cannot be decoded. */
export class CompressionError extends Error {}
