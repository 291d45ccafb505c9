/** Requests to Hot Rod caches. */
export const hotRod = {
  /** The port of a server whose uri has no port. */
  port: 11222,
  /** The time limit of a request whose uri has no time limit. It is the same as for an HTTP request. */
  requestTimeoutMs: 30_000,
  /** Time between two probes of a connection on which no answer arrives. */
  probeMs: 1_000,
} as const;
