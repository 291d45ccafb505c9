/** Bounds of the cache of API keys. A function that stays loaded between requests keeps the cache. */
export const keyCache = {
  /** Milliseconds for which a valid key is cached. A revoked key still works for at most this long. */
  goodMs: 5000,
  /** Milliseconds for which the rejection of an invalid key is cached. */
  refusedMs: 1000,
  /** The most keys in the cache. When it is full, the least recently used key is removed. */
  keysMax: 1000,
} as const;

/** Bounds of the cache of users. A function that stays loaded between requests keeps the cache. */
export const userCache = {
  /** Milliseconds for which a user is cached. A role that was removed still works for at most this long. */
  goodMs: 5000,
  usersMax: 1000,
} as const;

/**
 * Wrong passwords for one user in this many milliseconds: from one address, and from all addresses together,
 * which is the bound of NIST SP 800-63B, section 5.2.2. After that, logins of the user from this address, or
 * from all addresses, are rejected until the time is over. The bound of all addresses does not apply to an
 * address from which the user has logged in during the last `sourceKnownMs`.
 */
export const passwordTries = {
  sourceMax: 10,
  max: 100,
  windowMs: 300_000,
  sourceKnownMs: 30 * 86_400_000,
} as const;

/** Bounds of keys for browsers, and of the codes that a browser exchanges once for a key. */
export const browserKeys = {
  /** Hours that a key lasts, unless its request sets another number. */
  hours: 12,
  /** The most valid browser keys of one user. A further key revokes the oldest of them. */
  userMax: 20,
  /** Milliseconds for which a browser can exchange its code for a key. */
  onceMs: 120_000,
  /**
   * The most wrong codes from one address in `windowMs` of `passwordTries`. After that, further codes from
   * this address are rejected.
   */
  wrongMax: 10,
} as const;

/** The life of keys that callers get for their rights in AWS IAM. A burst does not last longer. */
export const lentKeys = { hours: 12 } as const;

/** Bounds of API keys, each with its unit. */
export const apiKeyLimits = {
  /** Milliseconds in which the last use of a key is stored at most once. */
  lastUseMs: 60_000,
  /** Days without use after which a key expires, unless its request sets another number. */
  unusedKeyDays: 30,
  /** Days for which an expired key stays in lists. */
  expiredKeyDays: 7,
} as const;
