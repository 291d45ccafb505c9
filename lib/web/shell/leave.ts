import { ApiError } from '../../client/index.ts';
import { go } from '../addresses/router.ts';
import { addressOf } from '../addresses/table.ts';
import { logOut } from '../data/sign-in/sign-in.ts';

/** Signs out. The key is removed from the browser at once, even if the server cannot revoke it. */
export async function leave(): Promise<void> {
  const ended = logOut();
  go(addressOf('login'));
  try {
    await ended;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
