/** Cookies of one user. */
export const cookies = {
  /**
   * Cookies of one user. The original driver keeps 16, and browsers keep some 180 of one site. With the
   * longest pairs, this number takes 400 KB of one user, in headers that no server reads.
   */
  userMax: 100,
  /** Name and value of one cookie together: RFC 6265bis section 5.7. */
  pairCharsMax: 4_096,
  /** Value of an attribute; longer ones are ignored: the same section. */
  attributeCharsMax: 1_024,
} as const;
