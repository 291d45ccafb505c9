import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OperationName } from '../../../lib/api.generated.ts';
import type { Headers, Reply } from './types.ts';

/** Operations that answer a whole document, which may be long and which clients ask for again. */
export const documentOperations: ReadonlySet<OperationName> = new Set<OperationName>([
  'openapi',
  'run-get',
  'run-data',
  'run-metadata',
  'run-histograms',
  'run-report',
  'compare',
]);

/** Operations whose content type depends on the header `Accept`. */
const negotiated: ReadonlySet<OperationName> = new Set<OperationName>(['openapi', 'run-report']);

/** A shorter body gains nothing from being compressed. */
export const compressedBytesMin = 1024;

/**
 * A document as the client wants it (RFC 9110 sections 8.8.3, 12.5.3 and 13.1.2): a strong validator of its
 * bytes, 304 where the client has these bytes, gzip where the client accepts it. `no-cache`: a cache asks
 * again each time, with the key of who asks.
 */
export async function represented(name: OperationName, headers: Headers, reply: Reply): Promise<Reply> {
  if (!documentOperations.has(name) || (reply.statusCode ?? 200) !== 200) return reply;
  const { body = '', isBase64Encoded } = reply;
  if (isBase64Encoded === true) return reply;
  const bytes = Buffer.from(body);
  const isZipped = bytes.length >= compressedBytesMin && acceptsCoding(headers['accept-encoding'], 'gzip');
  const hash = createHash('sha256').update(bytes).digest('base64url');
  // Each encoding has other bytes, so each has a validator of its own.
  const etag = isZipped ? `"${hash}-gzip"` : `"${hash}"`;
  const more = {
    etag,
    vary: negotiated.has(name) ? 'accept, accept-encoding' : 'accept-encoding',
    'cache-control': 'no-cache',
  };
  if (isKnownValidator(headers['if-none-match'], etag)) return { statusCode: 304, headers: more };
  if (!isZipped) return { ...reply, headers: { ...reply.headers, ...more } };
  return {
    ...reply,
    headers: { ...reply.headers, ...more, 'content-encoding': 'gzip' },
    body: (await promisify(gzip)(bytes)).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Validators are compared weakly here: a proxy may have made one weak. */
export function isKnownValidator(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  return known.trim() === '*' || [...known.matchAll(/"[^"]*"/g)].some(([one]) => one === etag);
}

/** Whether a client accepts a coding. A name counts more than `*`, and a weight of 0 refuses. */
export function acceptsCoding(accepted = '', coding: 'gzip' | 'br'): boolean {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [named = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    weights.set(named, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0;
}
