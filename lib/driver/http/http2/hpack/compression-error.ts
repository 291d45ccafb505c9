/** A header block that HPACK does not allow; nothing behind it on the connection can be understood. */
export class CompressionError extends Error {}
