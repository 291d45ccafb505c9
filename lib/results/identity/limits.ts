/** What a warm function remembers of API keys. */
export const keyCache = {
  /**
   * Milliseconds for which a good key is not asked for again: so long at most a key works that is revoked.
   */
  goodMs: 5000,
  /** Milliseconds for which a refused one is not. */
  refusedMs: 1000,
  /** Keys at a time; the one that was used longest ago goes first. */
  keysMax: 1000,
} as const;

/** What a warm function remembers of users. */
export const userCache = {
  /** Milliseconds for which nobody is asked again: so long at most a role works that was taken away. */
  goodMs: 5000,
  usersMax: 1000,
} as const;

/**
 * Wrong passwords that one user may be tried with in so many milliseconds: from one address, and from all
 * together, which is the bound of NIST SP 800-63B, section 5.2.2. Then nobody logs in as the user from there,
 * or at all, until they are over.
 */
export const passwordTries = { sourceMax: 10, max: 100, windowMs: 300_000 } as const;

/** Bounds of API keys, each with its unit. */
export const apiKeyLimits = {
  /** A key's last use is written at most this often. */
  lastUseMs: 60_000,
  /** Days without use after which a key expires of which nothing else is said. */
  unusedKeyDays: 30,
  /** Days that an expired key stays in lists. */
  expiredKeyDays: 7,
} as const;
