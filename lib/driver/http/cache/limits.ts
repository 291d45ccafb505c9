/** The client cache of one user. */
export const caching = {
  /**
   * Responses that a cache stores, without their bodies: 40 KB for one user with paths of the usual length.
   * The oldest is removed first.
   */
  responsesUserMax: 200,
  /** Characters of URL, validators and selecting headers of a response. A longer response is not stored. */
  responseCharsMax: 4_096,
  /**
   * A response without an expiry counts as fresh for this part of the time since its last change: RFC 9111
   * section 4.2.2.
   */
  heuristicShare: 0.1,
} as const;
