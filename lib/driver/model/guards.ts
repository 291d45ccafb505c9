/**
 * Rules of a deployment for its drives. A document cannot change them. They are part of the plan, so every
 * event loop has them.
 */
export type Guards = {
  readonly addresses: AddressRules;
  /** Value of the header `x-load-test` of every request. Absent: requests say nothing of the run. */
  readonly loadTest?: string;
  /** A target that answers one request after the other with 503 and `Retry-After` ends the burst. */
  readonly stopOnRetryAfter: boolean;
};

/** Addresses that sockets may connect to. Some addresses are refused in any case. */
export type AddressRules = {
  /** Sockets may connect to the machine itself. Not on Lambda, whose runtime listens on a local address. */
  readonly loopback: boolean;
  /** Sockets may connect to addresses of private networks. */
  readonly privateNetworks: boolean;
  /** Single addresses of private networks that the deployment names as targets. */
  readonly named: readonly string[];
};

/** Rules of a person's own machine. */
export const ownMachine: AddressRules = { loopback: true, privateNetworks: true, named: [] };
