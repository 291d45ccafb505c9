import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer of the shop; the body is sent as JSON. */
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request that the shop turns down, with the status that says why. */
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

/** Reads a JSON object. Refuses other content types (415), larger bodies (413) and what is not an object (400). */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) throw new Refusal(415, 'content-type must be application/json');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  if (bytes > bodyBytesMax) throw new Refusal(413, `a body may have ${bodyBytesMax} bytes`);
  return parseObject(Buffer.concat(chunks).toString('utf8'));
}

export function sendReply(response: ServerResponse, { status, body, headers }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
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
