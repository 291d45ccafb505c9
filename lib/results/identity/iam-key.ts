import type { Scope } from '../../api.generated.ts';
import { iamUser } from '../access.ts';
import type { KeySettings } from './api-key.ts';
import { lentKeys } from './limits.ts';

const scopes = {
  drive: ['read', 'upload', 'drive'],
  read: ['read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/**
 * The settings of a key that Downpour makes for a caller whom AWS IAM allows to read or to send load. The
 * store deletes the key after it has expired.
 */
export const lentKey = (right: keyof typeof scopes): KeySettings & { readonly lastsMs: number } => ({
  name: `lent to ${right}`,
  user: iamUser,
  role: 'user',
  scopes: scopes[right],
  lastsMs: lentKeys.hours * 3_600_000,
});
