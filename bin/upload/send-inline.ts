import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { DownpourError } from '../../lib/errors.ts';
import { invocationBytesMax } from '../../lib/facts/transfer-limits.ts';
import { parseJson } from '../../lib/results/json/parse-json.ts';
import type { Inline, RunParameters } from '../api/calls/uploads.ts';
import type { Api } from '../api/client.ts';
import { checkUtf8 } from '../files/read-file.ts';
import type { Source } from './find-files.ts';
import { type Times, timesOf, withGiven } from './times.ts';

/** The bytes of a Lambda event that remain for the URL, the headers and the additions of the platform. */
const aroundBytes = 32 * 1024;

/** The size in bytes from which on a body is compressed. */
const compressedFrom = 16 * 1024;

/** The parameters of a run. Absent times come from the document. */
export type RunMetadata = Omit<RunParameters, 'start' | 'stop'> &
  Partial<Pick<RunParameters, 'start' | 'stop'>>;

/**
 * Prepares a request with the whole document. Undefined when the document is too large even after
 * compression.
 */
export async function inlineOf(
  document: Uint8Array,
  metadata: Uint8Array | undefined,
  isNear: boolean,
): Promise<{ readonly plain: Inline | undefined; readonly best: Inline } | undefined> {
  const whole: Inline = metadata === undefined ? { body: document } : await formOf(document, metadata);
  const fits = textBytes(whole.body) + aroundBytes <= invocationBytesMax;
  const plain = fits ? whole : undefined;
  if (plain !== undefined && (isNear || whole.body.length < compressedFrom)) return { plain, best: plain };
  const body = zstdCompressSync(whole.body);
  if (Math.ceil(body.length / 3) * 4 + aroundBytes > invocationBytesMax) return undefined;
  return { plain, best: { ...whole, body, encoding: 'zstd' } };
}

/**
 * The bytes of a text inside JSON. Quotes, backslashes and line breaks take two bytes, other control
 * characters six.
 */
function textBytes(body: Uint8Array): number {
  let bytes = body.length;
  for (const byte of body) {
    if (byte === 0x22 || byte === 0x5c || byte === 0x0a || byte === 0x0d || byte === 0x09) bytes += 1;
    else if (byte < 0x20 || byte === 0x7f) bytes += 5;
  }
  return bytes;
}

async function formOf(document: Uint8Array, metadata: Uint8Array): Promise<Inline> {
  const form = new FormData();
  for (const [name, part] of [
    ['data', document],
    ['metadata', metadata],
  ] as const)
    form.append(name, new File([part as Uint8Array<ArrayBuffer>], name, { type: 'application/json' }));
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await response.arrayBuffer()), type };
}

/**
 * Uploads a document as a run with one request.
 * @returns the id of the run and the source of its times.
 */
export async function sendInline(
  api: Pick<Api, 'upload'>,
  { file, changedAtMs }: Source,
  document: Buffer,
  inline: NonNullable<Awaited<ReturnType<typeof inlineOf>>>,
  runParameters: RunMetadata,
  keyed: (digest: string, parameters: RunParameters) => string,
): Promise<{ readonly run: number; readonly times?: Times | undefined }> {
  checkUtf8(file, document);
  const isTimed = runParameters.start !== undefined && runParameters.stop !== undefined;
  const times = isTimed
    ? undefined
    : withGiven(timesOf(parseJson(document, file), changedAtMs), runParameters);
  const { start = '', stop = '' } = times ?? runParameters;
  const parameters = { ...runParameters, start, stop };
  const key = keyed(createHash('sha256').update(document).digest('hex'), parameters);
  const send = (body: Inline) => api.upload({ ...body, key }, parameters);
  const { best, plain } = inline;
  const id = await send(best).catch((error: unknown) => {
    // An older API or a proxy may not accept a compressed body. Then the request is sent again without
    // compression.
    if (plain === undefined || plain === best || !isUnread(error)) throw error;
    return send(plain);
  });
  return { run: Number(id), times };
}

const isUnread = (error: unknown): boolean =>
  error instanceof DownpourError && ['UNSUPPORTED_ENCODING', 'BODY_NOT_DECODED'].includes(error.code);
