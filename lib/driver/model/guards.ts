/**
 * What a deployment holds its drives to, whatever a document says. Part of the plan, so that every event loop
 * has it.
 */
export type Guards = {
  readonly addresses: AddressRules;
  /** Value of the header `x-load-test` of every request. Absent: requests say nothing of the run. */
  readonly loadTest?: string;
  /** A target that answers one request after the other with 503 and `Retry-After` ends the burst. */
  readonly stopOnRetryAfter: boolean;
};

/** Which addresses may be connected to, beside those that never may. */
export type AddressRules = {
  /** Those of the machine itself: not on Lambda, where the runtime listens on one of them. */
  readonly loopback: boolean;
  /** Those of private networks. */
  readonly privateNetworks: boolean;
  /** Single addresses of private networks that the deployment names as targets. */
  readonly named: readonly string[];
};

/** Of whoever runs on a machine of their own. */
export const ownMachine: AddressRules = { loopback: true, privateNetworks: true, named: [] };
