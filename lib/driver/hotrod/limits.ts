/** Bounds of requests to Hot Rod caches. */
export const hotRod = {
  /** The port of a server whose URI has no port. */
  port: 11222,
  /** The time limit of a request when its URI has none. An HTTP request has the same limit. */
  requestTimeoutMs: 30_000,
  /** Time between two pings on a connection without answers. */
  probeMs: 1_000,
} as const;
