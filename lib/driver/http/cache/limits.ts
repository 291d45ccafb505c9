/** Bounds of the client cache of one user. */
export const caching = {
  /**
   * The most responses that the cache of one user stores. They have no bodies and take 40 KB when the paths
   * have the usual length. All responses of one URL are removed together, first those of the URL that was
   * stored longest ago.
   */
  responsesUserMax: 200,
  /**
   * The most characters that a stored response may take: its URL, validators (entity tag, date of last
   * change), dates and selecting headers. A response with more is not stored.
   */
  responseCharsMax: 4_096,
  /**
   * A response without an expiry counts as fresh for this share of the time since its last change (RFC 9111
   * section 4.2.2).
   */
  heuristicShare: 0.1,
} as const;
