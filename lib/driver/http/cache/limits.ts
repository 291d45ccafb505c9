/** The client cache of one user. */
export const caching = {
  /**
   * Responses that are remembered, without their bodies: 40 KB of one user with paths as they are. The oldest
   * goes first.
   */
  responsesUserMax: 200,
  /** Characters of URL, validators and selecting headers of one of them; what has more is not stored. */
  responseCharsMax: 4_096,
  /**
   * Of the time since its last change a response without an expiry counts as fresh for this part: RFC 9111
   * section 4.2.2.
   */
  heuristicShare: 0.1,
} as const;
