import type { Me } from '../../api.generated.ts';
import { api } from './api.ts';
import { type Loaded, useLoaded } from './cache.ts';
import { isSignedIn } from './session.ts';

/** Loads the caller's name, and the rights of the key. A person who has not signed in has none. */
export const useMe = (): Loaded<Me> =>
  useLoaded(isSignedIn.value ? 'me' : undefined, (own) => api.user.me.get({ signal: own }));
