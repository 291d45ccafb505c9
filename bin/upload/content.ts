import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { DownpourError } from '../../lib/errors.ts';
import { withSchema } from '../../lib/results/set-schema.ts';
import { grouped } from '../../lib/words.ts';
import type { Source } from './find-files.ts';

/** A document for an upload: a file, or a text with a `$schema` in it. */
export type Content = AsyncDisposable & {
  readonly bytes: number;
  /** The SHA-256 digest in hexadecimal. */
  readonly sha256: string;
  /** Fills a buffer with the bytes from `start`. It reads fewer bytes when the file has become shorter. */
  readonly read: (into: Buffer, start: number) => Promise<number>;
};

/** The most bytes of a document into which a schema is written. The document is in memory twice meanwhile. */
export const rewrittenBytesMax = 256 * 1024 * 1024;

/**
 * Opens the content of an upload, and writes a schema into it if there is one.
 * @throws DownpourError SCHEMA_NOT_WRITTEN (413) when the document is too large to write a schema into it,
 * NOT_JSON (400) when the document is not a JSON object.
 */
export async function contentOf(source: Source, schema: string | undefined): Promise<Content> {
  if (schema === undefined) return contentOfFile(source);
  if (source.bytes > rewrittenBytesMax) {
    const bound = `Downpour can write --schema only into documents of at most ${grouped(rewrittenBytesMax)} bytes, and this document has ${grouped(source.bytes)}`;
    throw new DownpourError(
      'SCHEMA_NOT_WRITTEN',
      413,
      `${bound}: write the member $schema into the document`,
    );
  }
  const document = Buffer.from(withSchema(await readFile(source.file), schema));
  return {
    bytes: document.length,
    sha256: createHash('sha256').update(document).digest('hex'),
    read: async (into, start) => document.copy(into, 0, start, start + into.length),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The content of a file, which need not fit into memory. */
async function contentOfFile({ file, bytes }: Source): Promise<Content> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  const handle = await open(file);
  return {
    bytes,
    sha256: hash.digest('hex'),
    read: async (into, start) => (await handle.read(into, 0, into.length, start)).bytesRead,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
