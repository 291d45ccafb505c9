import type { Me, Scope } from '../../../api.generated.ts';
import { ApiError, client, type Tree } from '../../../client/index.ts';
import { base } from '../../base.ts';
import { answeredFetch } from '../answer-timeout.ts';
import { anonymousApi, api } from '../api.ts';
import { server } from '../server-version.ts';
import { isExpired, isSignedIn, ownKeyId, signIn, signOut } from '../session.ts';

/**
 * The ways to sign in. After each of them the session has an API key, or it throws the ApiError of the
 * server.
 */

/** The options of a sign-in. */
export type SignInOptions = {
  /** True: the key remains in this browser for twelve hours. */
  readonly keep: boolean;
  /** True: the key may manage users and teams. */
  readonly isAdmin: boolean;
};

/** A sign-in by a link, while another person is signed in. The person must confirm it. */
export type OtherPerson = {
  /** The name of the person who is signed in. */
  readonly present: string;
  /** The name of the person whom the link signs in. */
  readonly other: string;
  readonly accept: () => void;
  /** Revokes the key of the link. @throws ApiError */
  readonly refuse: () => Promise<void>;
};

/**
 * Exchanges the one-time code of a link for an API key of this browser.
 * @returns a sign-in that the person must confirm if another person is signed in. Any person can send such a
 * link.
 */
export async function withCode(code: string): Promise<OtherPerson | undefined> {
  const present = await presentUser();
  const { apiKey } = await anonymousApi.user.once.key.post({ body: { code, name: browserName() } });
  const accept = (): void => signIn(apiKey, { isOwn: true });
  const { user } = keyApi(apiKey);
  const other = present === undefined ? undefined : await user.me.get();
  if (present === undefined || other === undefined || other.user === present) {
    accept();
    return undefined;
  }
  const refuse = async (): Promise<void> => {
    if (other.keyId !== null) await user.apikey.by(other.keyId).revoke.put();
  };
  return { present, other: other.user, accept, refuse };
}

/** The name of the person who is signed in. Undefined without a valid key. */
async function presentUser(): Promise<string | undefined> {
  if (!isSignedIn.peek() || isExpired.peek()) return undefined;
  try {
    return (await api.user.me.get()).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** Uses a key that the person entered, if the server accepts it. */
export async function withKey(key: string, { keep }: Pick<SignInOptions, 'keep'>): Promise<Me> {
  const me = await keyApi(key).user.me.get();
  signIn(key, { keep });
  return me;
}

/** A client of the API with a key that is not that of the session. */
const keyApi = (key: string): Tree =>
  client(base, {
    headers: { [(server.peek()?.keyHeader ?? '').toLowerCase()]: key },
    fetch: answeredFetch,
  });

/** Sends the password once, and gets a key for this browser. */
export async function withPassword(name: string, password: string, options: SignInOptions): Promise<void> {
  await withAuthorization(basicOf(name, password), options);
}

/** The header of HTTP Basic for a user and a password. */
function basicOf(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** A client of the API that signs each request with a password. Nothing else keeps the password. */
export const passwordApi = (name: string, password: string): Tree => authorizedApi(basicOf(name, password));

const authorizedApi = (authorization: string): Tree =>
  client(base, { headers: { authorization }, fetch: answeredFetch });

/** Gets a key for this browser with other credentials. */
export async function withAuthorization(
  authorization: string,
  { keep, isAdmin }: SignInOptions,
): Promise<void> {
  const scopes: Scope[] = ['read', 'upload', 'drive', ...(isAdmin ? (['admin'] as const) : [])];
  const key = await authorizedApi(authorization).user.apikey.post({
    body: { type: 'BROWSER', name: browserName(), scopes },
  });
  signIn(key, { isOwn: true, keep });
}

/**
 * Removes the key in every tab, and revokes it if it was made for this browser. A key that cannot be revoked
 * now expires within hours.
 */
export async function logOut(): Promise<void> {
  const id = ownKeyId();
  // The request already contains the key, so the key can be removed at once. The person may close the browser
  // before the answer comes.
  const revoked = id === undefined ? undefined : api.user.apikey.by(id).revoke.put();
  signOut();
  await revoked;
}

/**
 * The name of a new key, such as `browser, Firefox on Linux`. It helps a person to find the key in the list
 * of keys.
 */
function browserName(agent = navigator.userAgent): string {
  const browsers = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const;
  const systems = [
    ['Android', 'Android'],
    ['iPhone', 'iOS'],
    ['iPad', 'iOS'],
    ['Windows', 'Windows'],
    ['Mac OS X', 'macOS'],
    ['CrOS', 'ChromeOS'],
    ['Linux', 'Linux'],
  ] as const;
  const found = (list: readonly (readonly [mark: string, name: string])[]): string | undefined =>
    list.find(([mark]) => agent.includes(mark))?.[1];
  const [browser = 'unknown', system] = [found(browsers), found(systems)];
  return `browser, ${browser}${system === undefined ? '' : ` on ${system}`}`;
}
