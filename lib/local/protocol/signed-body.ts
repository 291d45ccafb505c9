import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProtocolError } from './protocol-error.ts';
import { type Credentials, verifySignature } from './signature.ts';

/** The largest body in bytes that DynamoDB accepts. The other simulated services accept less. */
const bodyBytesMax = 16 * 1024 ** 2;

/** Reads the body of a call to an AWS JSON service, and checks its signature. */
export async function readSignedBody(
  request: IncomingMessage,
  service: string,
  credentials: Credentials,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The request must remain open when reading stops early, because the error must still be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new ProtocolError(413, 'RequestEntityTooLarge');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const [rawPath = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const signed = {
    method: request.method ?? 'POST',
    rawPath,
    query: new URLSearchParams(query),
    headers: request.headers,
    bodySha256: hash('sha256', body),
  };
  verifySignature(signed, service, credentials);
  return body;
}
