import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeRun, type Second, well } from '../records.ts';

/**
 * Percentiles leave out requests that were cut off, so a target that stops answering would look fast. When a
 * request was cut off after a longer wait than every response, the run mentions it.
 */

async function noticesOf(last: Second, stallNs = 0): Promise<readonly string[]> {
  const seconds = [...well(9, { latencyNs: 2e8 }), last];
  const { notices, state } = await madeRun({ drives: [{ seconds, outcome: { stallNsMax: stallNs } }] });
  assert.equal(state, 'passed');
  return (notices ?? []).map(({ message }) => message);
}

test('a request that was cut off little later than the slowest response, or earlier, is no news', async () => {
  assert.deepEqual(await noticesOf({ cutOffNs: [1e6, 2e8, 1.1e9] }), []);
});

test('requests that waited longer than every response are counted, with the longest wait', async () => {
  const [message, ...others] = await noticesOf({ cutOffNs: [1e6, 1.3e9, 3e9] });
  assert.deepEqual(others, []);
  assert.match(
    message ?? '',
    /^2 requests waited up to 2\.9\d+ s without a response until their users were stopped,/,
  );
  const [one] = await noticesOf({ cutOffNs: [1e6, 3e9] });
  assert.match(one ?? '', /^1 request waited 2\.9\d+ s without a response until its user was stopped,/);
});

test('a request that waited only while the load generator was paused is no news', async () => {
  const isOfTarget = (message: string): boolean => message.includes('without a response until');
  assert.deepEqual((await noticesOf({ cutOffNs: [3e9] }, 2.5e9)).filter(isOfTarget), []);
  assert.equal((await noticesOf({ cutOffNs: [6e9] }, 2.5e9)).filter(isOfTarget).length, 1);
});
