import { randomUUID } from 'node:crypto';
import type { FileUpload } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { fileUrlS } from '../../lib/facts/transfer-limits.ts';
import { digestOf, refuseTooLarge } from '../burst-files.ts';
import { burstFiles } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

/**
 * Accepts the files of a burst before its start. The request contains small files. For each other file, the
 * reply has a URL to which the client uploads it.
 */
export const handler = operation('burst-files', async ({ body }) => {
  const upload = randomUUID();
  const all = body.files.map(decoded);
  refuseTooLarge(all);
  const files = burstFiles();
  const urls = await Promise.all(
    all.map(async ({ content, ...file }) => {
      if (content !== undefined) return files.put(upload, file.sha256, content);
      return { sha256: file.sha256, url: await files.urlFor(upload, file, fileUrlS) };
    }),
  );
  return json({ upload, urls: urls.filter((each) => each !== undefined) });
});

function decoded({ sha256, bytes, content: text }: FileUpload) {
  if (text === undefined) return { sha256, bytes };
  const content = Buffer.from(text, 'base64');
  if (content.length !== bytes || digestOf(content) !== sha256)
    throw new DownpourError(
      'FILE_DIFFERS',
      400,
      `the uploaded content of file ${sha256} differs from the hash or the length in the request: upload the file again`,
    );
  return { sha256, bytes, content };
}
