import type { Me } from '../../api.generated.ts';
import { api } from './api.ts';
import { type Loaded, useLoaded } from './cache.ts';
import { isSignedIn } from './session.ts';
import { mayChange } from './sign-in/may-change.ts';
import { useTest, useTrend } from './test.ts';

/** Loads the caller's name, and the rights of the key. A person who has not signed in has none. */
export const useMe = (): Loaded<Me> =>
  useLoaded(isSignedIn.value ? 'me' : undefined, (own) => api.user.me.get({ signal: own }));

/** Whether a person may judge the changes of a test, and compare its runs. False until it is known. */
export function useRights(test: number): { readonly mayJudge: boolean; readonly canCompare: boolean } {
  const me = useMe();
  const { value } = useTest(String(test));
  // Only runs of Downpour itself have an outcome, and only they can be compared.
  const last = useTrend(test, 1).value;
  return {
    mayJudge: mayChange(me.value, value?.owner),
    canCompare: last?.state.some((state) => state !== null) === true,
  };
}
