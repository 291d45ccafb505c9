import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { following, ownAgent, repeating } from '../../../../lib/http-client/agent.ts';
import { type Answer, sendRequest } from '../../../../lib/http-client/call.ts';
import type { TokenSettings } from '../../../../lib/results/identity/token-claims.ts';

/**
 * The accepted signature algorithms. They need the issuer's private key, so public data does not suffice to
 * forge a signature.
 */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** The permitted difference between the clocks of two machines in seconds. */
const toleranceS = 30;
const timeoutMs = 5000;

/**
 * Opens a verifier of tokens, which uses the issuer's public keys. The keys are cached for ten minutes. For a
 * token with an unknown key they are fetched again earlier, at most every 30 seconds.
 */
export async function openVerifier({ issuer, audience }: TokenSettings, refusal: (why: string) => Error) {
  const keys = createRemoteJWKSet(await keysOf(issuer), {
    timeoutDuration: timeoutMs,
    [customFetch]: fetchKeys,
  });
  return async (token: string): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const requirements = {
        issuer,
        audience,
        algorithms,
        clockTolerance: toleranceS,
        requiredClaims: ['exp'],
      };
      return (await jwtVerify(token, keys, requirements)).payload;
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
      throw refusal(faultOf(error, { issuer, audience }));
    }
  };
}

/** The fault of a token in words. The library's own messages use terms of its code. */
function faultOf(error: errors.JOSEError, expected: TokenSettings): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired: request a new token';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return `it has no claim '${claim}'; request a token with this claim`;
    if (claim === 'iss') return `another issuer issued the token, expected ${expected.issuer}`;
    if (claim === 'aud') return `the token is for another audience, expected '${expected.audience}'`;
    return `the claim '${claim}' of the token has a wrong value; request a new token, and check the clock of the issuer`;
  }
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'the issuer has no key with the key id of the token; request a new token';
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'its signature does not match the key of the issuer; request a new token from this issuer';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `the algorithm of the signature is not accepted, expected one of ${algorithms.join(', ')}`;
  if (error instanceof errors.JWSInvalid)
    return 'it does not have the form of a signed token (JWT); send the whole token, or request a new token';
  return error.message;
}

/**
 * The address of the issuer's keys, from its discovery document (OpenID Connect Discovery 1.0, section 4).
 */
async function keysOf(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await fetched(address, AbortSignal.timeout(timeoutMs));
  if (status !== 200) throw new Error(`${address} answered with status ${status}`);
  const { issuer: named, jwks_uri: keys } = JSON.parse(String(body)) as Readonly<Record<string, unknown>>;
  if (named !== issuer) throw new Error(`${address} describes another issuer, ${named}`);
  if (typeof keys !== 'string')
    throw new Error(`the answer of ${address} has no address of the signing keys (jwks_uri)`);
  return new URL(keys);
}

/** Fetches keys for the library of tokens. It is the part of `fetch` that the library needs. */
const fetchKeys: FetchImplementation = async (address, { signal }) => {
  const { status, body } = await fetched(address, signal);
  return { status, json: async (): Promise<unknown> => JSON.parse(String(body)) } as Response;
};

const fetched = (address: string, signal: AbortSignal): Promise<Answer> =>
  sendRequest(following(repeating(ownAgent())), address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    signal,
    silenceMs: timeoutMs,
  });
