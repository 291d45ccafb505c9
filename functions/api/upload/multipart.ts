import { isUtf8 } from 'node:buffer';
import type { FileInfo } from 'busboy';
import { DownpourError } from '../../../lib/errors.ts';
import type { Uploaded } from '../../../lib/results/upload/upload.ts';

/**
 * Reads the document and its metadata from an upload: the whole body, or the parts `data` and `metadata` of a
 * `multipart/form-data` body.
 */
export async function uploadedOf(bytes: Uint8Array, contentType: string | undefined): Promise<Uploaded> {
  if (contentType === undefined || !/^\s*multipart\/form-data\b/i.test(contentType)) return { data: bytes };
  const parts = await partsOf(bytes, contentType);
  const [data, metadata] = names.map((name) => parts.get(name));
  if (data === undefined)
    throw new DownpourError('NO_DATA', 400, "No data! Send the document in the part 'data' of the form");
  return { data, metadata };
}

/** The names of the parts that are read. Parts with other names are ignored. */
const names = ['data', 'metadata'] as const;

/** The limits of a form. No upload needs more parts or headers. */
const bounds = { parts: 16, headerPairs: 32, fieldNameSize: 100, fieldSize: Number.POSITIVE_INFINITY };

/**
 * Reads the parts of a form by their names, one at a time. Parts with a file name are bytes, and others are
 * text.
 * @throws DownpourError 400 for an invalid form, 415 for a part that is not JSON.
 */
async function partsOf(bytes: Uint8Array, contentType: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { default: busboy } = await import('busboy');
  const parts = new Map<string, Uint8Array>();
  const done = Promise.withResolvers<void>();
  const isText = isUtf8(bytes);
  const keep = (name: string, { mimeType }: Pick<FileInfo, 'mimeType'>, part: Uint8Array): void => {
    if (!names.some((known) => known === name)) return;
    if (mimeType !== 'application/json') done.reject(wrongType(name, mimeType));
    else if (parts.has(name)) done.reject(unreadable(`the part '${name}' is sent twice`));
    else parts.set(name, part);
  };
  try {
    const form = busboy({ headers: { 'content-type': contentType }, limits: bounds });
    form.on('file', (name, stream, info) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => keep(name, info, Buffer.concat(chunks)));
      // The error of a part is ignored here, because the parser of the form reports a truncated part itself.
      stream.on('error', () => undefined);
    });
    form.on('field', (name, value, info) => {
      if (isText) keep(name, info, Buffer.from(value));
      else done.reject(unreadable(`the part '${name}' is not UTF-8`));
    });
    form.on('partsLimit', () => done.reject(unreadable(`a form may have at most ${bounds.parts} parts`)));
    form.on('error', (error) => done.reject(unreadable(error)));
    form.on('close', () => done.resolve());
    form.end(bytes);
  } catch (error) {
    done.reject(unreadable(error));
  }
  await done.promise;
  return parts;
}

const wrongType = (name: string, found: string): DownpourError =>
  new DownpourError(
    'PART_TYPE',
    400,
    `Part '${name}' must use content-type: application/json, currently: ${found}`,
  );

function unreadable(why: unknown): DownpourError {
  const reason = why instanceof Error ? why.message : String(why);
  const message = `Provided data/metadata can't be read (JSON encoding problem?): ${reason}`;
  return new DownpourError('FORM_INVALID', 400, message, { cause: why });
}
