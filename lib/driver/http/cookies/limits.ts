/** Bounds of the cookies of one user. */
export const cookies = {
  /**
   * The most cookies of one user. The original driver keeps 16, and browsers keep about 180 of one site. With
   * the longest names and values, 100 cookies take 400 KB of memory for one user.
   */
  userMax: 100,
  /** The most characters of a cookie's name and value together (RFC 6265bis section 5.7). */
  pairCharsMax: 4_096,
  /** The most characters of an attribute's value (RFC 6265bis section 5.7). A longer attribute is ignored. */
  attributeCharsMax: 1_024,
} as const;
