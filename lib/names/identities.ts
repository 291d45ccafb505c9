import { ordered } from './keys.ts';

/** Epoch seconds at which an item of identities may go. Keys have an `expiresAt` of another kind, and stay. */
export const identityExpiry = 'goneAt';

/** Items of the table of identities: who may come in. */
export const identityKey = {
  apiKey: (id: number) => ({ pk: 'api-keys', sk: ordered(id) }),
  user: (name: string) => ({ pk: 'users', sk: name }),
  team: (name: string) => ({ pk: 'teams', sk: name }),
  /** One request for a change, among those of its day. */
  audit: (day: string, at: number, request: string) => ({
    pk: `audit#${day}`,
    sk: `${String(at).padStart(15, '0')}#${request}`,
  }),
  /** Wrong passwords of a user in one stretch of time. */
  tries: (name: string, window: number) => ({ pk: 'tries', sk: `${name}#${window}` }),
  schedule: (name: string) => ({ pk: 'schedules', sk: name }),
  counter: (name: 'api-key') => ({ pk: 'counters', sk: name }),
} as const;
