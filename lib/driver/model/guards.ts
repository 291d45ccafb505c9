/**
 * Rules of a deployment for its drives, which a document cannot change. They are in the plan, so that every
 * event loop has them.
 */
export type Guards = {
  readonly addresses: AddressRules;
  /**
   * The value of the header `x-load-test`, which every request then has. Absent: requests do not have this
   * header.
   */
  readonly loadTest?: string;
  /** True when the burst ends because a target repeatedly answers with 503 and `Retry-After`. */
  readonly stopOnRetryAfter: boolean;
};

/** The addresses to which drives may connect. Some further addresses are always forbidden. */
export type AddressRules = {
  /**
   * True when drives may connect to their own machine. False on Lambda, whose runtime listens on a local
   * address.
   */
  readonly loopback: boolean;
  /** True when drives may connect to all addresses of private networks. */
  readonly privateNetworks: boolean;
  /**
   * Addresses of private networks that the deployment allows as targets, when it does not allow all of them.
   */
  readonly named: readonly string[];
};

/** The rules for load from a person's own machine. */
export const ownMachine: AddressRules = { loopback: true, privateNetworks: true, named: [] };
