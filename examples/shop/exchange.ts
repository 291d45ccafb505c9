import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/**
 * An answer of the shop. A text is sent unchanged, with its content type among the headers. Any other value
 * is sent as JSON.
 */
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request that the shop rejects, with the status for the reason. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const bodyBytesMax = 16 * 1024;

/**
 * Reads a JSON object or the fields of a form. Rejects other content types (415), larger bodies (413) and
 * invalid bodies (400).
 */
export async function readBody(
  request: IncomingMessage,
  expected: string,
): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith(expected)) throw new Refusal(415, `content-type must be ${expected}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  if (bytes > bodyBytesMax) throw new Refusal(413, `a body may have ${bodyBytesMax} bytes`);
  const text = Buffer.concat(chunks).toString('utf8');
  return expected === 'application/json' ? parseObject(text) : Object.fromEntries(new URLSearchParams(text));
}

/** Sends an answer. It is compressed when the client accepts that. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Reply,
): void {
  const plain = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const bytes = zips ? gzipSync(plain) : plain;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(zips ? { 'content-encoding': 'gzip' } : {}),
    ...headers,
  });
  response.end(bytes);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal(400, 'the body must be a JSON object');
}
