import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAfter } from '../../lib/web/components/ask-after.ts';
import { tryEach } from '../../lib/web/screens/schemas/workshop/try-each.ts';

/**
 * Answers and errors that arrive after a request was aborted change nothing. The requests of this test ignore
 * the abort.
 */

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an answer is reported, unless the request has ended meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reported: unknown[] = [];
  const outcome = {
    answered: (answer: string) => void reported.push(answer),
    failed: (error: unknown) => void reported.push(error),
  };
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise ?? Promise.reject(new Error('no request'));
  };
  askAfter(400, ask, outcome);
  t.mock.timers.tick(399);
  assert.equal(asked.length, 0);
  t.mock.timers.tick(1);
  asked[0]?.resolve('first');
  await settled();
  assert.deepEqual(reported.splice(0), ['first']);

  askAfter(400, ask, outcome)();
  t.mock.timers.tick(400);
  assert.equal(asked.length, 1, 'a request that has ended before its pause is not sent');

  const ends = [askAfter(0, ask, outcome), askAfter(0, ask, outcome)];
  t.mock.timers.tick(0);
  for (const end of ends) end();
  asked[1]?.resolve('late');
  asked[2]?.reject(new Error('late'));
  await settled();
  assert.deepEqual(reported, []);

  const lost = new Error('lost');
  askAfter(0, () => Promise.reject(lost), outcome);
  t.mock.timers.tick(0);
  await settled();
  assert.deepEqual(reported, [lost]);
});

test('the answers of datasets after the end are dropped, and an error of the first one stops all', async () => {
  const own = new AbortController();
  const found: number[] = [];
  const asked: number[] = [];
  await tryEach(
    [1, 2, 3],
    async (id) => {
      asked.push(id);
      if (id === 2) own.abort();
      return id;
    },
    (id) => void found.push(id),
    own.signal,
  );
  assert.deepEqual([asked, found], [[1, 2, 3], [1]]);

  const refusal = new Error('refused');
  const sent: number[] = [];
  const refuse = async (id: number) => {
    sent.push(id);
    throw refusal;
  };
  await assert.rejects(tryEach([1, 2, 3], refuse, assert.fail, new AbortController().signal), refusal);
  assert.deepEqual(sent, [1]);
});
