import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Makes a secret of random bytes. */
export const secretOf = (bytes: Uint8Array): string => prefix + Buffer.from(bytes).toString('base64');

export const newSecret = (): string => secretOf(randomBytes(32));

export const isSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text) && keyOf(text).length >= 24;

/**
 * Headers that prove the sender of a body and its time, as the specification of Standard Webhooks defines
 * them. A receiver that has the secret computes the same signature, and rejects old bodies. Each attempt to
 * send the same event has the same id.
 */
export function signedHeaders(
  secret: string,
  id: string,
  atMs: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
