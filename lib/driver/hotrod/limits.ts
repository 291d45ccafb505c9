/** Bounds of requests to Hot Rod caches. */
export const hotRod = {
  /** The default port of a Hot Rod server, for a URI without a port. */
  port: 11222,
  /**
   * The time limit of a request in milliseconds, if the URI gives none. HTTP requests have the same default.
   */
  requestTimeoutMs: 30_000,
  /** Time between two pings on a connection that gets no answers. */
  probeMs: 1_000,
} as const;
