import type { WebConfig } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { type SignInOptions, withAuthorization } from './sign-in.ts';

/**
 * Sign-in at the issuer of the deployment (the OpenID Connect provider). It uses an authorization code with
 * PKCE (RFC 7636), and a redirect of the whole page. The token is used once, to get an API key for this
 * browser.
 */

type Issuer = NonNullable<WebConfig['issuer']>;

/** The data that the tab stores while the person signs in at the issuer. */
type Pending = SignInOptions & {
  readonly state: string;
  readonly verifier: string;
  readonly next: string;
};

const pendingName = 'downpour.issuer';

/** Opens the sign-in page of the issuer. The issuer returns to `/login` with a code. */
export async function leaveForIssuer(issuer: Issuer, next: string, options: SignInOptions): Promise<void> {
  const { authorization_endpoint: endpoint } = await discovered(issuer);
  const [state, verifier] = [randomText(), randomText()];
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const pending: Pending = { ...options, state, verifier, next };
  sessionStorage.setItem(pendingName, JSON.stringify(pending));
  const to = new URL(endpoint);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: redirectUri(),
    // Without `profile`, a token may lack the name of its user.
    scope: 'openid profile',
    state,
    code_challenge: base64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  }))
    to.searchParams.set(name, value);
  location.assign(to);
}

/**
 * Exchanges the code that the issuer has returned.
 * @returns the address that the person wanted to open.
 * @throws Error for an answer to another request, and for an issuer that gives no token.
 */
export async function backFromIssuer(issuer: Issuer, query: URLSearchParams): Promise<string> {
  const kept = sessionStorage.getItem(pendingName);
  sessionStorage.removeItem(pendingName);
  const pending = kept === null ? undefined : (JSON.parse(kept) as Pending);
  if (pending === undefined || pending.state !== query.get('state'))
    throw new Error('This answer of the sign-in service is for an earlier sign-in. Sign in again.');
  const refusal = query.get('error_description') ?? query.get('error');
  if (refusal !== null) throw new Error(`The sign-in service refused: ${refusal}`);
  const { token_endpoint: endpoint, issuer: name } = await discovered(issuer);
  // A code of another issuer is rejected (RFC 9207).
  if ((query.get('iss') ?? name) !== name)
    throw new Error(
      `The answer to the sign-in comes from ${query.get('iss')}, but was expected from ${name}. Sign in again.`,
    );
  const { reply, answer } = await asked<TokenAnswer>(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: issuer.clientId,
      redirect_uri: redirectUri(),
      code: query.get('code') ?? '',
      code_verifier: pending.verifier,
    }),
  });
  const { access_token: token, error_description: why = `it answered ${reply.status}` } = answer;
  if (!reply.ok || token === undefined)
    throw new Error(`The sign-in service did not return a token: ${why}. Sign in again.`);
  await withAuthorization(`Bearer ${token}`, pending);
  return pending.next;
}

/** The issuer's answer to a request for a token (RFC 6749, sections 5.1 and 5.2). */
type TokenAnswer = { readonly access_token?: string; readonly error_description?: string };

type Discovered = {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
};

/** Reads the addresses of an issuer (OpenID Connect Discovery 1.0, section 4). */
async function discovered({ url }: Issuer): Promise<Discovered> {
  const address = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { reply, answer } = await asked<Discovered>(address);
  if (!reply.ok) throw notJson(address, reply);
  return answer;
}

/** Sends a request to the issuer, and reads its JSON. */
async function asked<T>(
  address: string,
  init: RequestInit = {},
): Promise<{ readonly reply: Response; readonly answer: T }> {
  let reply: Response;
  try {
    reply = await fetch(address, { ...init, credentials: 'omit' });
  } catch (error) {
    // The browser does not report the cause to a page: the network, the certificate, or a missing permission
    // for this origin (CORS).
    throw new Error(
      `No answer from ${address}. Check the network. The sign-in service must also allow requests from ${location.origin}.`,
      { cause: error },
    );
  }
  try {
    return { reply, answer: (await reply.json()) as T };
  } catch (error) {
    throw notJson(address, reply, error);
  }
}

const notJson = (address: string, { status }: Response, cause?: unknown): Error =>
  new Error(`${address} answered with status ${status} and no usable JSON. Try again later.`, { cause });

const redirectUri = (): string => `${location.origin}${addressOf('login')}`;

const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
