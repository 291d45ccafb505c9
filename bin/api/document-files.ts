import type { BurstRequest, FileUpload } from '../../lib/api.generated.ts';
import type { FileRef } from '../../lib/driver/model/files.ts';
import { attaching } from '../../lib/driver/scenario/files/limits.ts';
import { DownpourError } from '../../lib/errors.ts';
import { fileUrlS } from '../../lib/facts/transfer-limits.ts';
import type { ReadDocument } from '../document/read-document.ts';
import type { Api } from './client.ts';
import { whyRejected } from './put-presigned.ts';

/**
 * Uploads the files of a document, and returns the request with their names. Without files, the request does
 * not change.
 */
export async function withFiles(
  api: Api,
  { plan, files }: Pick<ReadDocument, 'plan' | 'files'>,
  request: BurstRequest,
): Promise<BurstRequest> {
  const list = plan.files ?? [];
  const contents = new Map(list.map((ref) => [ref.sha256, { ref, content: contentOf(ref, files) }]));
  const [first, ...more] = uploads([...contents.values()]);
  if (first === undefined) return request;
  const { upload, urls } = await api.sendFiles({ files: [first, ...more] });
  for (const { sha256, url } of urls) {
    const file = contents.get(sha256);
    if (file !== undefined) await put(api, url, file.ref, file.content);
  }
  return { ...request, files: { upload, list: [...list] } };
}

function contentOf({ path }: FileRef, files: ReadDocument['files']): Uint8Array {
  const content = files.get(path);
  if (content === undefined)
    throw new Error(
      `the benchmark needs the file '${path}', but this command did not read the file; this is a bug in Downpour`,
    );
  return content;
}

type Sending = { readonly ref: FileRef; readonly content: Uint8Array };

/**
 * Describes the files for the request that uploads them. The smallest files are sent in the request, as many
 * as fit. The other files get upload URLs.
 */
function uploads(files: readonly Sending[]): FileUpload[] {
  let left: number = attaching.inlineBytesMax;
  const smallestFirst = [...files].sort((a, b) => a.ref.bytes - b.ref.bytes);
  return smallestFirst.map(({ ref: { sha256, bytes }, content }) => {
    left -= bytes;
    if (left < 0) return { sha256, bytes };
    return { sha256, bytes, content: Buffer.from(content).toString('base64') };
  });
}

/** Sends a file to its upload URL. The URL accepts only the content with this hash. */
async function put(api: Api, url: string, { path, sha256 }: FileRef, body: Uint8Array): Promise<void> {
  const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
  const refused = (why: string, cause?: unknown) =>
    new DownpourError('UPLOAD_FAILED', 503, `File '${path}' could not be uploaded: ${why}`, { cause });
  const { status } = await api.put(url, { headers, body, silenceMs: fileUrlS * 1e3 }).catch((cause) => {
    throw refused((cause as Error).message, cause);
  });
  if (status !== 200)
    throw refused(`the object store at ${new URL(url).origin} rejected the file: ${whyRejected(status)}`);
}
