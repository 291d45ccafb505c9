import { createHmac } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { PasswordHash } from '../../../../lib/results/identity/password.ts';

/** The lifetime of a token in seconds. A client uses the password to get the next one. */
export const lastsS = 300;

const algorithm = 'HS256';
const issuer = 'urn:downpour:realms:downpour';

/**
 * Makes a token (RFC 7519) for a user who sent a correct password. The key of the token is derived from the
 * stored password hash. So no further secret is stored, and a new password invalidates all tokens.
 */
export const makeToken = (user: string, kept: PasswordHash, now: number): Promise<string> =>
  new SignJWT({ preferred_username: user })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + lastsS)
    .sign(keyOf(kept));

/**
 * The user that a token names and the token's time in epoch milliseconds. The signature is not checked here.
 * Undefined for a token that this service did not issue.
 */
export function claimsOf(token: string): { readonly user: string; readonly madeAt: number } | undefined {
  try {
    const { iss, iat = 0, preferred_username: user } = decodeJwt(token);
    return iss === issuer && typeof user === 'string' ? { user, madeAt: iat * 1000 } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

export async function isGoodToken(token: string, kept: PasswordHash, now: number): Promise<boolean> {
  try {
    const requirements = {
      issuer,
      algorithms: [algorithm],
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    };
    await jwtVerify(token, keyOf(kept), requirements);
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/**
 * The key that signs a user's tokens. It is not the hash itself, because passwords are compared with the
 * hash.
 */
const keyOf = ({ hash }: PasswordHash): Uint8Array =>
  createHmac('sha256', Buffer.from(hash, 'base64')).update('key of tokens').digest();
