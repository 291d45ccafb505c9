/**
 * A client sends `{ burst, token }` with POST. The answer continues until the connection is closed, and then
 * the burst is stopped.
 */
export const holdPath = '/hold';

/** The maximum number of bytes of such a request. */
export const holdBytesMax = 4096;
