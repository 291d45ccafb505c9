import type { BurstAccepted, BurstRequest, FileRef, FileUpload } from '../../../api.generated.ts';
import { ApiError, type Tree } from '../../../client/index.ts';
import type { Order } from './judge-document.ts';

/**
 * The most bytes of files that one request can send. Larger files would need upload URLs of another host, to
 * which a page may not send.
 */
export const sentBytesMax = 3_000_000;

/** Sends the files of a document. The keys are the paths in the document. @throws ApiError */
export async function sendFiles(api: Tree, files: ReadonlyMap<string, Blob>): Promise<BurstRequest['files']> {
  const list: FileRef[] = [];
  const uploads = new Map<string, FileUpload>();
  for (const [path, file] of files) {
    const content = new Uint8Array(await file.arrayBuffer());
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    list.push({ path, sha256, bytes: content.length });
    uploads.set(sha256, { sha256, bytes: content.length, content: base64Of(content) });
  }
  const [first, ...more] = uploads.values();
  if (first === undefined) return undefined;
  const { upload } = await api.burst.files.post({ body: { files: [first, ...more] } });
  return { upload, list };
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // The bytes are converted in pieces, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** A request to start a burst that may have succeeded although its answer was lost. */
type Try = {
  readonly order: Order;
  readonly files: ReadonlyMap<string, Blob>;
  readonly request: BurstRequest;
  readonly key: string;
};

/**
 * Starts bursts. When a start has no answer, its burst may have started. So a repeated start sends the same
 * request with the same idempotency key, and the API starts no second burst.
 */
export class Starter {
  readonly #api: Tree;
  #lost: Try | undefined;

  constructor(api: Tree) {
    this.#api = api;
  }

  /** @throws ApiError */
  async start(order: Order, files: ReadonlyMap<string, Blob>): Promise<BurstAccepted> {
    const lost = this.#lost;
    const present =
      lost !== undefined && isSame(lost, order, files) ? lost : await newTry(this.#api, order, files);
    try {
      const { request, key } = present;
      const headers = { 'idempotency-key': key };
      // The cast is safe, because only a dry run gets the other type of answer.
      const started = (await this.#api.burst.post({ body: request, headers })) as BurstAccepted;
      this.#lost = undefined;
      return started;
    } catch (error) {
      this.#lost = isUncertain(error) ? present : undefined;
      throw error;
    }
  }
}

async function newTry(api: Tree, order: Order, files: ReadonlyMap<string, Blob>): Promise<Try> {
  const sent = await sendFiles(api, files);
  const request = { ...order, ...(sent === undefined ? {} : { files: sent }) };
  return { order, files, request, key: newKey() };
}

/** A new idempotency key. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

function isSame({ order, files: sent }: Try, { document, parameters }: Order, files: Try['files']): boolean {
  return (
    order.document === document &&
    JSON.stringify(order.parameters) === JSON.stringify(parameters) &&
    sent.size === files.size &&
    [...files].every(([path, file]) => sent.get(path) === file)
  );
}

/** Whether the API may have started the burst although the client got an error. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'FOREIGN';
