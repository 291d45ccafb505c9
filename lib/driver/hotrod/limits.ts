/** Requests to Hot Rod caches. */
export const hotRod = {
  /** Of the uris that give none. */
  port: 11222,
  /** Time limit of a request whose uri gives none; that of an HTTP request. */
  requestTimeoutMs: 30_000,
  /** Between two looks whether a connection from which nothing comes is still there. */
  probeMs: 1_000,
} as const;
