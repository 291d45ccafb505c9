/**
 * `POST` it with `{ burst, token }`: the answer goes on until the connection is closed, and then the burst is
 * stopped.
 */
export const holdPath = '/hold';

/** Bytes of such a request. */
export const holdBytesMax = 4096;
