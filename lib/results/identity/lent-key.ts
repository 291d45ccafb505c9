import type { Scope } from '../../api.generated.ts';
import type { KeyAlias } from '../../names/key-aliases.ts';
import { iamUser } from '../access.ts';
import type { KeySettings } from './api-key.ts';
import { lentKeys } from './limits.ts';

const scopes: Readonly<Record<KeyAlias, readonly Scope[]>> = {
  drive: ['read', 'upload', 'drive'],
  read: ['read'],
};

/** The settings of a key for a caller that IAM lets invoke an alias. The store deletes the key afterwards. */
export const lentKey = (alias: KeyAlias): KeySettings & { readonly lastsMs: number } => ({
  name: `lent to ${alias}`,
  user: iamUser,
  role: 'user',
  scopes: scopes[alias],
  lastsMs: lentKeys.hours * 3_600_000,
});
