/**
 * The path of requests that tie a burst to a connection. A client sends `{ burst, token }` with POST. The
 * answer continues until the client closes the connection, and then Downpour stops the burst.
 */
export const holdPath = '/hold';

/** The most bytes that the body of a request to `holdPath` may have. */
export const holdBytesMax = 4096;
