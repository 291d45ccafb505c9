import { createHmac } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { PasswordHash } from '../../../../lib/results/identity/password.ts';
import { ownRealm } from '../../../../lib/results/identity/token.ts';

/** The lifetime of a token. A client uses the password to get the next one. */
export const lastsS = 300;

const algorithm = 'HS256';
const issuer = `urn:downpour:realms:${ownRealm.realm}`;

/**
 * Makes a token (RFC 7519) for a user after a correct password. Its key is derived from the stored password
 * hash, so no further secret is stored, and a new password invalidates all tokens.
 */
export const makeToken = (user: string, kept: PasswordHash, now: number): Promise<string> =>
  new SignJWT({ preferred_username: user })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + lastsS)
    .sign(keyOf(kept));

/**
 * The user that a token names and its time, epoch milliseconds. Undefined for a token that this service did
 * not issue. The signature is not checked here.
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

/** The key is not the hash itself, because the hash is what a password is compared with. */
const keyOf = ({ hash }: PasswordHash): Uint8Array =>
  createHmac('sha256', Buffer.from(hash, 'base64')).update('key of tokens').digest();
