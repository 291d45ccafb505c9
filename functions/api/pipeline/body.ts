import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { DownpourError } from '../../../lib/errors.ts';
import { scanLimits } from '../../../lib/results/json/limits.ts';
import { parseText } from '../../../lib/results/json/parse-bounded-depth.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import type { Event } from './types.ts';

/**
 * Decodes the body of a request (RFC 9110 section 8.4). Empty when the request has none.
 * @throws DownpourError 415 for an unsupported encoding, 400 for a body that does not have its encoding, 413
 * for a body that grows beyond the limit.
 */
export function bodyOf({ body, isBase64Encoded, headers }: Event): Uint8Array {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (bytes.length === 0 || encoding === 'identity') return bytes;
  const decode = decoders.get(encoding);
  if (decode === undefined)
    throw new DownpourError(
      'UNSUPPORTED_ENCODING',
      415,
      `the body has the content-encoding '${encoding}', which Downpour does not decode: send the body with ${known}, or without that header`,
    );
  return decoded(bytes, encoding, decode);
}

/** The error for a body that must be JSON and is not. */
class BodyNotJson extends DownpourError {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, cause: unknown) {
    super('NOT_JSON', 400, 'the body of the request is not JSON; send a JSON document', { cause });
    this.bytes = bytes;
  }
}

/**
 * Parses a JSON body in UTF-8. A byte order mark is skipped. Its levels have the limit of stored documents,
 * because code that follows nested values, such as that of JSON Schema, would exceed the stack.
 * @throws DownpourError 400. `withPlace` adds the position.
 */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parseText(bytes, scanLimits.depthMax);
  } catch (cause) {
    throw new BodyNotJson(bytes, cause);
  }
}

/**
 * Adds the position of the mistake to the error about a JSON body. The module that finds the position is
 * loaded on demand.
 */
export async function withPlace(error: unknown): Promise<unknown> {
  if (!(error instanceof BodyNotJson)) return error;
  const { parseJson } = await import('../../../lib/results/json/parse-json.ts');
  try {
    parseJson(error.bytes, undefined, scanLimits.depthMax);
  } catch (placed) {
    return placed;
  }
  return error;
}

type Decode = (bytes: Buffer, options: ZlibOptions & ZstdOptions) => Buffer;

/**
 * Decodes zstd. The window of a frame is limited to 8 MB (RFC 9659). Otherwise a body of some bytes could
 * allocate much memory.
 */
const zstd: Decode = (bytes, options) =>
  zstdDecompressSync(bytes, { ...options, params: { [constants.ZSTD_d_windowLogMax]: 23 } });

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstd],
]);

const known = 'gzip, deflate, br or zstd';

function decoded(bytes: Buffer, encoding: string, decode: Decode): Uint8Array {
  const maxOutputLength = uploadLimits.uploadBytesMax;
  try {
    return decode(bytes, { maxOutputLength });
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (Reflect.get(cause, 'code') === 'ERR_BUFFER_TOO_LARGE') {
      const reason = `the body is, after its decompression, larger than the limit of ${maxOutputLength} bytes`;
      throw new DownpourError('BODY_TOO_LARGE', 413, reason, { cause });
    }
    const reason = `the header content-encoding names ${encoding}, but the body is not valid ${encoding} data; encode the body, or leave the header out`;
    throw new DownpourError('BODY_NOT_DECODED', 400, reason, { cause });
  }
}
