import { ordered } from './key-format.ts';

/**
 * The attribute with the time from which an item of identities may be deleted, in epoch seconds. The
 * `expiresAt` of API keys has another meaning, because expired keys are kept.
 */
export const identityExpiry = 'goneAt';

/** The id of the first administrator key. */
export const firstKeyId = 1;

/** Keys of the table of identities. */
export const identityKey = {
  apiKey: (id: number) => ({ pk: 'api-keys', sk: ordered(id) }),
  user: (name: string) => ({ pk: 'users', sk: name }),
  /** An item that remains after a user was removed. Records of the user's own team may still exist. */
  removedUser: (name: string) => ({ pk: 'removed-users', sk: name }),
  team: (name: string) => ({ pk: 'teams', sk: name }),
  /** The audit entry of a request that changes something. All entries of a day share a partition. */
  audit: (day: string, at: number, request: string) => ({
    pk: `audit#${day}`,
    sk: `${String(at).padStart(15, '0')}#${request}`,
  }),
  /** The number of wrong passwords that were entered for a user in one period. */
  tries: (name: string, window: number) => ({ pk: 'tries', sk: `${name}#${window}` }),
  /** A code that can be exchanged once for an API key, under the hash of the code. */
  once: (hash: string) => ({ pk: 'once', sk: hash }),
  schedule: (name: string) => ({ pk: 'schedules', sk: name }),
  counter: (name: 'api-key') => ({ pk: 'counters', sk: name }),
} as const;
