import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, node, ours, type Received, type SendOnce, undici } from './clients.ts';
import { corpus, differences } from './corpus.ts';

/**
 * The same bytes have the same meaning for Downpour, undici and node:http. The corpus lists the exceptions
 * and their reasons.
 */

for (const { name, method = 'GET', bytes, closes = false, expected } of corpus)
  test(name, async () => {
    // The server closes the connection after the last response, so that a client which waits for more bytes
    // ends.
    const isLast = closes || 'code' in expected;
    const whole = [Buffer.from(bytes, 'latin1')];
    const own = await answerOf(ours, method, whole, isLast);
    const ofOthers = {
      undici: await answerOf(undici, method, whole, isLast),
      node: await answerOf(node, method, whole, isLast),
    };
    for (const other of ['undici', 'node'] as const) {
      if (differences[name]?.[other])
        assert.notDeepEqual(ofOthers[other], own, `${other} is listed as different`);
      else assert.deepEqual(ofOthers[other], own, other);
    }
  });

async function answerOf(
  send: SendOnce,
  method: string,
  pieces: readonly Buffer[],
  closes: boolean,
): Promise<Seen> {
  const target = await answering(pieces, { closes });
  try {
    return seen(await send(target.port, method));
  } finally {
    target.stop();
  }
}

test('every difference is that of a case', () => {
  const names = new Set(corpus.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(differences).filter((name) => !names.has(name)),
    [],
  );
});

/**
 * The part of a result that clients can be compared by. Each client has its own error names, so an error is
 * only `badly`.
 */
type Seen = Pick<Received, 'status' | 'headers' | 'body'> | 'badly';
const seen = ({ status, headers, body, ended }: Received): Seen =>
  ended === 'well' ? { status, headers: trimmed(headers), body } : 'badly';

/** undici does not remove white space after a value. */
const trimmed = (headers: Received['headers']): Received['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.map((value) => value.trim())]),
  );
