/**
 * The path of requests that hold a burst. A client sends `{ burst, token }` with POST. The answer continues
 * until the client closes the connection, and then Downpour stops the burst.
 */
export const holdPath = '/hold';

/** The limit of bytes of a request that holds a burst. */
export const holdBytesMax = 4096;
