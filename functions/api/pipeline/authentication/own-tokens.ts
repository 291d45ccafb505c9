import { createHmac } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { PasswordHash } from '../../../../lib/results/identity/password.ts';
import { ownRealm } from '../../../../lib/results/identity/token.ts';

/** So long a token lasts. Its client fetches another one with the password. */
export const lastsS = 300;

const algorithm = 'HS256';
const issuer = `urn:downpour:realms:${ownRealm.realm}`;

/**
 * A token (RFC 7519) for a user whose password was right. Its key follows from what is kept of the password, so no secret has to
 * be kept beside that, and a new password ends all tokens.
 */
export const makeToken = (user: string, kept: PasswordHash, now: number): Promise<string> =>
  new SignJWT({ preferred_username: user })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + lastsS)
    .sign(keyOf(kept));

/** Whose token it says it is, and since when, in epoch milliseconds; undefined for what is none of this service. */
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
    const asked = { issuer, algorithms: [algorithm], requiredClaims: ['exp'], currentDate: new Date(now) };
    await jwtVerify(token, keyOf(kept), asked);
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** Not the hash itself: that is what a password is compared with. */
const keyOf = ({ hash }: PasswordHash): Uint8Array =>
  createHmac('sha256', Buffer.from(hash, 'base64')).update('key of tokens').digest();
