import type { Socket } from 'node:net';

const status100 = Buffer.from('HTTP/1.1 100');
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Takes every `100 Continue` out of what a socket reads. A server may send it unasked, and a client ignores it (RFC 9110
 * section 15.2.1); undici closes the connection. `awaits` says that the next bytes are the head of a response: a body may
 * begin with anything.
 */
export function withoutContinue(socket: Socket, awaits: () => boolean): void {
  const read = socket.read.bind(socket);
  let begun: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || (begun === undefined && !(mayBeInterim(chunk) && awaits()))) return chunk;
      const { left, unfinished } = withoutHeads(begun === undefined ? chunk : Buffer.concat([begun, chunk]));
      begun = unfinished;
      if (left !== undefined) return left;
    }
  };
}

/** Of a complete first line only one with a status of 1xx: the usual response costs two looks. */
const mayBeInterim = (chunk: Buffer): boolean =>
  chunk[0] === status100[0] && (chunk.length < status100.length || chunk[9] === status100[9]);

/** What is left behind the interim heads at the beginning; `unfinished` begins like one and does not end here. */
function withoutHeads(bytes: Buffer): { readonly left?: Buffer; readonly unfinished?: Buffer } {
  let rest = bytes;
  for (;;) {
    const length = Math.min(rest.length, status100.length);
    if (rest.compare(status100, 0, length, 0, length) !== 0) return { left: rest };
    const end = rest.indexOf(headEnd);
    if (end < 0) return { unfinished: rest };
    rest = rest.subarray(end + headEnd.length);
    if (rest.length === 0) return {};
  }
}
