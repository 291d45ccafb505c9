/** The client cache of one user. */
export const caching = {
  /**
   * Responses that are remembered, without their bodies. With usual paths they take 40 KB of one user. The
   * cache drops the oldest response first.
   */
  responsesUserMax: 200,
  /**
   * Characters of URL, validators and selecting headers of a response. A response with more is not stored.
   */
  responseCharsMax: 4_096,
  /**
   * A response without an expiry counts as fresh for this share of the time since its last change: RFC 9111
   * section 4.2.2.
   */
  heuristicShare: 0.1,
} as const;
