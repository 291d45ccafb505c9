/**
 * The error of a header block that HPACK does not allow. Later header blocks of the connection cannot be
 * decoded.
 */
export class CompressionError extends Error {}
