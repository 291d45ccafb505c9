import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../lib/driver/random.ts';
import { answering, node, ours, parsed, type Received, type SendOnce } from './clients.ts';
import { mutant } from './mutants.ts';

/**
 * For any bytes of a target, every division into pieces gives the same result, and each request ends exactly
 * once. If node:http accepts a response that Downpour rejects, Downpour has a rule for it. `FUZZ_ROUNDS` sets
 * the number of rounds, and `FUZZ_SEED` another seed.
 */

const rounds = Number(process.env.FUZZ_ROUNDS ?? 4000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

test('changed responses mean the same in all pieces, and end once', () => {
  const random = randomFor(seed, 'fuzz', 0, 'pieces');
  for (let round = 0; round < rounds; round += 1) {
    const { method, bytes } = mutant(random);
    const all = Buffer.from(bytes, 'latin1');
    // The parser joins a folded field inside the buffer.
    const whole = parsed([Buffer.from(all)], { method, closes: true });
    const cuts = Array.from({ length: 1 + Math.floor(random.next() * 8) }, () =>
      Math.floor(random.next() * all.length),
    );
    const at = [0, ...cuts.sort((a, b) => a - b), all.length];
    const pieces = at.slice(1).map((end, index) => Buffer.from(all.subarray(at[index], end)));
    for (const each of [pieces, Array.from(all, (byte) => Buffer.from([byte]))])
      assert.deepEqual(parsed(each, { method, closes: true }), whole, JSON.stringify(bytes));
    assert.deepEqual(whole.wrongs, [], JSON.stringify(bytes));
    assert.notEqual(whole.ended, 'not', JSON.stringify(bytes));
  }
});

test('node:http agrees on what is taken, or one of the two has a reason', async () => {
  const random = randomFor(seed, 'fuzz', 0, 'differential');
  for (let round = 0; round < rounds / 20; round += 1) {
    const { method = 'GET', bytes } = mutant(random);
    const own = await answerOf(ours, method, bytes);
    const other = await answerOf(node, method, bytes);
    const why = JSON.stringify(bytes);
    if (own.ended === 'well' && other.ended === 'well') {
      assert.deepEqual([own.status, own.body], [other.status, other.body], why);
    } else if (own.ended === 'well') assert.ok(other.ended === 'well' || weTakeMore(method, bytes), why);
    else assert.ok(other.ended === 'badly' || weRefuseMore(own, bytes), why);
  }
});

/**
 * Whether Downpour accepts more than node:http. It accepts a repeated equal length, and joins a folded field.
 * Bytes after a response do not change the response (`differences` in corpus.ts).
 */
function weTakeMore(method: string, bytes: string): boolean {
  if (/content-length:[^\r]*,|content-length:[\s\S]*content-length:/i.test(bytes)) return true;
  if (/\r\n[\t ]/.test(bytes)) return true;
  const all = Buffer.from(bytes, 'latin1');
  return Array.from(all.keys()).some((end) => parsed([all.subarray(0, end)], { method }).ended === 'well');
}

function weRefuseMore({ code }: Received, bytes: string): boolean {
  if (code === 'HTTP1_TRANSFER_ENCODING')
    return /chunked[\s\S]*chunked|transfer-encoding:[\t ,]*\r/i.test(bytes);
  if (code !== 'HTTP1_STATUS_LINE') return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters.
  return /^[\r\n]|HTTP\/(?!1\.)|HTTP\/1\.\d 0|HTTP\/[^\r\n]*[\0-\x08\x0b-\x1f\x7f]/.test(bytes);
}

async function answerOf(send: SendOnce, method: string, bytes: string): Promise<Received> {
  const target = await answering([Buffer.from(bytes, 'latin1')], { closes: true });
  try {
    return await send(target.port, method);
  } finally {
    target.stop();
  }
}
