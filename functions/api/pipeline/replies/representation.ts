import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OperationName } from '../../../../lib/api.generated.ts';
import type { Headers, Reply } from '../types.ts';

/** Operations whose reply is a whole document. It may be long, and clients request it repeatedly. */
export const documentOperations: ReadonlySet<OperationName> = new Set<OperationName>([
  'openapi',
  'run-get',
  'run-data',
  'run-metadata',
  'run-histograms',
  'run-report',
  'compare',
]);

/** Operations whose content type depends on the header `Accept`, so replies must have `vary: accept`. */
const negotiated: ReadonlySet<OperationName> = new Set<OperationName>(['openapi', 'run-report']);

/**
 * Headers of every reply. Only the cache of the client may store a reply, and it must ask the API before each
 * use. Otherwise a cache between client and API could give the reply to other callers. A browser must not
 * guess another content type, because replies contain texts of users.
 */
export const replyHeaders = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
} as const;

/** The fewest bytes of a body for which compression is worthwhile. */
const compressedBytesMin = 1024;

/**
 * Converts a reply to the form that the client accepts (RFC 9110 sections 8.8.3, 12.5.3 and 13.1.2). The
 * reply is compressed if the client accepts gzip. A document also gets a strong ETag, which is a hash of its
 * bytes. A client that has these bytes gets 304.
 */
export async function represented(name: OperationName, headers: Headers, reply: Reply): Promise<Reply> {
  const { statusCode, body = '', isBase64Encoded } = reply;
  if (statusCode !== 200 || isBase64Encoded === true) return reply;
  const bytes = Buffer.from(body);
  const isZipped = bytes.length >= compressedBytesMin && acceptsCoding(headers['accept-encoding'], 'gzip');
  if (!documentOperations.has(name))
    return isZipped ? zipped(reply, bytes, { vary: 'accept-encoding' }) : reply;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  // A compressed document has other bytes, so it has its own ETag.
  const etag = isZipped ? `"${hash}-gzip"` : `"${hash}"`;
  const more = {
    etag,
    vary: negotiated.has(name) ? 'accept, accept-encoding' : 'accept-encoding',
  };
  if (isKnownValidator(headers['if-none-match'], etag)) return { statusCode: 304, headers: more };
  return isZipped ? zipped(reply, bytes, more) : { ...reply, headers: { ...reply.headers, ...more } };
}

const zipped = async (reply: Reply, bytes: Buffer, headers: Headers): Promise<Reply> => ({
  ...reply,
  headers: { ...reply.headers, ...headers, 'content-encoding': 'gzip' },
  body: (await promisify(gzip)(bytes)).toString('base64'),
  isBase64Encoded: true,
});

/**
 * Whether the client has the bytes already. ETags are compared without their mark `W/` (weak), because a
 * proxy may have added it.
 */
export function isKnownValidator(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  return known.trim() === '*' || [...known.matchAll(/"[^"]*"/g)].some(([one]) => one === etag);
}

/** Whether a client accepts a content coding. Its name counts more than `*`, and a weight of 0 rejects it. */
export function acceptsCoding(accepted = '', coding: 'gzip' | 'br'): boolean {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [named = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    weights.set(named, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0;
}
