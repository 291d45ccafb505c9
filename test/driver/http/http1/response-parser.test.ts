import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResponseParser } from '../../../../lib/driver/http/http1/response-parser.ts';
import { type Random, randomFor } from '../../../../lib/driver/random.ts';
import { parsed } from './clients.ts';
import { type Case, corpus } from './corpus.ts';

/** A response gives the same result for all divisions into pieces. */

for (const each of corpus)
  test(`${'code' in each.expected ? 'refused' : 'taken'}: ${each.name}`, () => {
    const bytes = Buffer.from(each.bytes, 'latin1');
    compare(each, [bytes], 'whole');
    compare(
      each,
      Array.from(bytes, (byte) => Buffer.from([byte])),
      'byte by byte',
    );
    for (const at of cuts(bytes.length))
      compare(each, [bytes.subarray(0, at), bytes.subarray(at)], `cut at ${at}`);
    const random = randomFor(1, each.name, 0, 'pieces');
    for (let round = 0; round < 20; round += 1)
      compare(each, piecesOf(bytes, random), `random pieces ${round}`);
  });

/** The offsets at which a response is cut: all offsets of a short response, and some of a long one. */
function cuts(length: number): number[] {
  const step = Math.ceil(length / 1000);
  return Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step).filter(
    (at) => at < length,
  );
}

function piecesOf(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  const longest = 1 + Math.floor(random.next() * bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 1 + Math.floor(random.next() * longest));
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

function compare(
  { method, closes, expected, reusable = false }: Case,
  pieces: readonly Buffer[],
  how: string,
): void {
  const received = parsed(pieces, { method, closes });
  assert.deepEqual(received.wrongs, [], how);
  if ('code' in expected) {
    assert.equal(received.ended, 'badly', how);
    assert.equal(received.code, expected.code, how);
  } else {
    const { status, body, ended } = received;
    assert.deepEqual(
      { status, body, ended },
      { status: expected.status, body: expected.body ?? '', ended: 'well' },
      how,
    );
    if (expected.headers !== undefined) assert.deepEqual(received.headers, expected.headers, how);
  }
  assert.equal(received.reusable, reusable, `${how}: whether it can be used again`);
}

describe('bytes above the bounds are not waited for', () => {
  const endless: readonly (readonly [name: string, start: string, code: string])[] = [
    ['a status line', 'HTTP/1.1 200 ', 'HTTP1_HEAD_SIZE'],
    ['a name', 'HTTP/1.1 200 OK\r\n', 'HTTP1_HEAD_SIZE'],
    ['a value', 'HTTP/1.1 200 OK\r\nx: ', 'HTTP1_HEAD_SIZE'],
    ['an extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'HTTP1_CHUNK'],
    ['a trailer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ', 'HTTP1_TRAILER'],
  ];
  for (const [name, start, code] of endless)
    test(name, () => {
      const pieces = [Buffer.from(start), ...Array.from({ length: 100 }, () => Buffer.alloc(1000, 'a'))];
      assert.equal(parsed(pieces).code, code);
    });
});

test('the announced keep-alive time is that of the last response', () => {
  const heads: readonly (readonly [field: string, seconds: number])[] = [
    ['Keep-Alive: timeout=5', 5],
    ['keep-alive:\tTimeout=75, max=100', 75],
    ['x: timeout=5', 0],
    ['Keep-Alive: max=100', 0],
    ['Keep-Alive: timeout=', 0],
    ['Keep-Alive: timeout=60\r\nKeep-Alive: timeout=5', 5],
    ['Keep-Alive:', 0],
  ];
  const parser = new ResponseParser({ closing() {}, ended() {}, refused: assert.fail });
  for (const [field, seconds] of heads) {
    parser.expect({ onHead() {}, onData() {}, onEnd() {}, onError: assert.fail }, 'GET');
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${field}\r\ncontent-length: 0\r\n\r\n`);
    parser.read(bytes, bytes.length, 1);
    assert.equal(parser.idleSeconds, seconds, field);
  }
});

test('a header field of 12,000 bytes is read', () => {
  const value = 'a'.repeat(12_000);
  const { headers } = parsed([Buffer.from(`HTTP/1.1 200 OK\r\nx: ${value}\r\ncontent-length: 0\r\n\r\n`)]);
  assert.deepEqual(headers?.x, [value]);
});
