import type { StoredReply } from '../../../../lib/api.generated.ts';
import { invocationBytesMax, largeReplyUrlS } from '../../../../lib/facts/transfer-limits.ts';
import type { Pieces, RunStore } from '../../../../lib/repository/ports/run-store.ts';
import { grouped } from '../../../../lib/words.ts';
import type { Reply } from '../types.ts';
import { json, text } from './reply.ts';

/** A request to an operation whose large reply may be stored, so that the client can download it. */
export type DeliveredCall = {
  readonly requestId: string;
  readonly query: { readonly redirect?: boolean };
};

/**
 * Stores a reply that is too large for the platform and redirects the caller to it (303, RFC 9110 section
 * 15.4.4). With `redirect=false` it stores a successful reply of any size, and answers 201 with the URL. The
 * URL is the permission, so the caller needs no API key to read the reply.
 */
export async function deliver(
  reply: Reply,
  runs: RunStore,
  { requestId, query: { redirect = true } }: DeliveredCall,
): Promise<Reply> {
  const isAsked = !redirect && reply.statusCode === 200;
  if (!isAsked && !isTooLarge(reply)) return reply;
  const type = String(reply.headers?.['content-type'] ?? 'application/json');
  const { body = '', isBase64Encoded } = reply;
  const answer = isBase64Encoded === true ? Buffer.from(body, 'base64') : body;
  const location = await runs.putAnswer(requestId, answer, type, largeReplyUrlS);
  return storedAt(location, reply.headers, { redirect: !isAsked });
}

/** The reply to a request whose answer is stored at a URL. */
export function storedAt(
  location: string,
  headers: Reply['headers'],
  { redirect = true }: DeliveredCall['query'],
): Reply {
  if (!redirect) return json({ url: location } satisfies StoredReply, 201);
  const moved = text(`the reply is at ${location}\n`, 303);
  return { ...moved, headers: { ...headers, ...moved.headers, location } };
}

/**
 * Stores the reply of an answer whose text is too long for a string of this program, and redirects the caller
 * to it as `deliver` does.
 * @param value the JSON text of the answer, without control characters, in UTF-8.
 */
export const deliverLarge = (
  answer: object,
  value: Uint8Array,
  headers: Reply['headers'],
  runs: RunStore,
  call: DeliveredCall,
): Promise<Reply> =>
  deliverPieces(largeBody(JSON.stringify({ ...answer, value: undefined }), value), headers, runs, call);

/**
 * Stores a JSON text that comes in pieces, and redirects the caller to it as `deliver` does. The memory does
 * not grow with the text.
 */
export async function deliverPieces(
  pieces: Pieces,
  headers: Reply['headers'],
  runs: RunStore,
  { requestId, query }: DeliveredCall,
): Promise<Reply> {
  const location = await runs.putAnswer(requestId, pieces, 'application/json', largeReplyUrlS);
  return storedAt(location, headers, query);
}

/** The most bytes of a text that are escaped for JSON in one step. */
const pieceBytes = 4 * 1024 * 1024;

/** Makes the JSON text of an object in pieces, with `value` as its last member. */
function* largeBody(object: string, value: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from(`${object.slice(0, -1)},"value":"`);
  for (let from = 0; from < value.length; from += pieceBytes)
    yield escaped(value.subarray(from, from + pieceBytes));
  yield Buffer.from('"}');
}

function escaped(piece: Uint8Array): Uint8Array {
  const written = new Uint8Array(2 * piece.length);
  let to = 0;
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece[at]!;
    if (code === 0x22 || code === 0x5c) {
      written[to] = 0x5c;
      to += 1;
    }
    written[to] = code;
    to += 1;
  }
  return written.subarray(0, to);
}

/** Returns an error in place of a reply that is too large for the platform. Undefined when the reply fits. */
export function rejectIfTooLarge(reply: Reply | null | undefined, requestId: string): Reply | undefined {
  if (!isTooLarge(reply)) return undefined;
  const message = `the reply is larger than the limit of ${grouped(invocationBytesMax)} bytes; request a smaller part`;
  return json({ code: 'RESULT_TOO_LARGE', message, requestId }, 413);
}

/**
 * Whether a reply is too large for the platform. The platform puts a reply into JSON, where a character of
 * the body takes one to six bytes.
 */
function isTooLarge(reply: Reply | null | undefined): boolean {
  const length = reply?.body?.length ?? 0;
  if (length < invocationBytesMax / 8) return false;
  if (length > invocationBytesMax) return true;
  return Buffer.byteLength(JSON.stringify(reply)) > invocationBytesMax;
}
