/** Requests to Hot Rod caches. */
export const hotRod = {
  /** The port of a uri without a port. */
  port: 11222,
  /** Timeout of a request whose uri sets none. It is the timeout of an HTTP request. */
  requestTimeoutMs: 30_000,
  /** Time between two probes of a silent connection. */
  probeMs: 1_000,
} as const;
