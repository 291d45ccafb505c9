import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResponseHeaders } from '../../../../lib/driver/http/transport.ts';
import { Listener } from './clients.ts';
import { corpus } from './corpus.ts';
import { Wire } from './fake-socket.ts';

/**
 * Header fields are read without copies, by name in lower case. No field of a response remains for the next
 * response.
 */

const fields =
  'Server: a\r\nset-cookie: b=1\r\nX-Set-Cookie: no\r\nSET-COOKIE:  b=2 \t\r\nset-cookie2: no\r\nx:\r\ny: colon: inside\r\n';
const response = (more: string): string => `HTTP/1.1 200 OK\r\n${more}content-length: 0\r\n\r\n`;

const rows: readonly (readonly [name: string, all: readonly string[]])[] = [
  ['set-cookie', ['b=1', 'b=2']],
  ['server', ['a']],
  ['x', ['']],
  ['y', ['colon: inside']],
  ['content-length', ['0']],
  ['set-cooki', []],
  ['erver', []],
  ['z', []],
  // The name has the length and the first letter of `server`, so the parser's quick check confuses the two
  // names.
  ['sorver', []],
];

test('by name', () => {
  const seen = headersOf(response(fields));
  for (const [name, all] of rows) {
    assert.deepEqual(seen.all.get(name), all, name);
    assert.equal(seen.first.get(name), all[0], name);
  }
});

test('each in its order', () => {
  assert.deepEqual(headersOf(response(fields)).each, [
    ['server', 'a'],
    ['set-cookie', 'b=1'],
    ['x-set-cookie', 'no'],
    ['set-cookie', 'b=2'],
    ['set-cookie2', 'no'],
    ['x', ''],
    ['y', 'colon: inside'],
    ['content-length', '0'],
  ]);
});

test('a head without fields has none', () => {
  const seen = headersOf('HTTP/1.1 204 No Content\r\n\r\n');
  assert.deepEqual([seen.each, seen.all.get('server'), seen.first.get('x')], [[], [], undefined]);
});

test('a response means the same behind another, in one piece and in its own', () => {
  const reusable = corpus.filter((each) => each.reusable && each.bytes.length < 1000);
  const behind = corpus.filter(({ bytes, closes }) => bytes.length < 1000 && !closes);
  for (const { method: firstMethod = 'GET', bytes: firstBytes, name } of reusable)
    for (const { method = 'GET', bytes, expected, name: nameBehind } of behind)
      for (const pieces of [[firstBytes + bytes], [firstBytes, bytes]]) {
        const wire = new Wire(2);
        wire.send('/', { method: firstMethod });
        const { received, wrongs } = wire.send('/', { method });
        for (const piece of pieces) wire.arrive(piece);
        const why = `${nameBehind} behind ${name}`;
        assert.deepEqual(wrongs, [], why);
        if ('code' in expected) assert.equal(received.code, expected.code, why);
        else
          assert.deepEqual(
            [received.status, received.body, received.ended],
            [expected.status, expected.body ?? '', 'well'],
            why,
          );
      }
});

test('a field of one response is not found in the next', () => {
  const wire = new Wire(2);
  const seen: (string | undefined)[] = [];
  class Asking extends Listener {
    override onHead(_status: number, headers: ResponseHeaders): void {
      seen.push(headers.get('etag'));
    }
  }
  for (const etag of ['etag: x\r\n', '', 'etag: y\r\n']) {
    wire.send('/', {}, new Asking());
    wire.arrive(response(etag));
  }
  assert.deepEqual(seen, ['x', undefined, 'y']);
});

function headersOf(bytes: string) {
  const wire = new Wire();
  const all = new Map<string, readonly string[]>();
  const first = new Map<string, string | undefined>();
  const each: [string, string][] = [];
  class Asking extends Listener {
    override onHead(_status: number, headers: ResponseHeaders): void {
      for (const [name] of rows) {
        all.set(name, headers.all(name));
        first.set(name, headers.get(name));
      }
      headers.each((name, value) => each.push([name, value]));
    }
  }
  wire.send('/', {}, new Asking());
  wire.arrive(bytes);
  return { all, first, each };
}
