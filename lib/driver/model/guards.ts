/**
 * Rules of a deployment for its drives. A document cannot change them. They are in the plan, so that every
 * event loop has them.
 */
export type Guards = {
  readonly addresses: AddressRules;
  /** The value of the header `x-load-test` of every request. Absent: requests do not have this header. */
  readonly loadTest?: string;
  /** True when a target that repeatedly answers with 503 and `Retry-After` ends the burst. */
  readonly stopOnRetryAfter: boolean;
};

/** The addresses to which sockets may connect. Some addresses are always refused. */
export type AddressRules = {
  /**
   * True when sockets may connect to this machine. False on Lambda, whose runtime listens on a local address.
   */
  readonly loopback: boolean;
  /** True when sockets may connect to addresses of private networks. */
  readonly privateNetworks: boolean;
  /** Single addresses of private networks that the deployment allows as targets. */
  readonly named: readonly string[];
};

/** The rules for a person's own machine. */
export const ownMachine: AddressRules = { loopback: true, privateNetworks: true, named: [] };
