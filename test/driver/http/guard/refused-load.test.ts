import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { refusals } from '../../../../lib/driver/http/guard/limits.ts';
import { ownMachine } from '../../../../lib/driver/model/guards.ts';
import { runVirtually, totals, type VirtualCase } from '../../session/shards.ts';
import type { Answer } from '../scripted-target.ts';

/**
 * Downpour stops at once when a target asks for the load to stop. An overloaded target does not stop the
 * load.
 */

const refusal: Answer = { kind: 'response', afterMs: 10, status: 503, headers: { 'retry-after': '120' } };
const overloaded: Answer = { kind: 'response', afterMs: 10, status: 503 };
const fine: Answer = { kind: 'response', afterMs: 10 };

/** Runs a hundred users, one every 100 ms. The target gives these answers in order. */
const visit = (answer: (index: number) => Answer, more: Partial<VirtualCase> = {}) =>
  runVirtually(
    {
      scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
      arrivals: { kind: 'constantRate', usersPerSec: 10, variance: false },
      phase: { durationMs: 10_000 },
      guards: { addresses: ownMachine, stopOnRetryAfter: true },
      ...more,
    },
    { answer: (_request, index) => answer(index) },
  );

suite('a target that answers with 503 and Retry-After', () => {
  test(`ends the load after ${refusals.refusalsMax} of them in a row, with its words`, async () => {
    const { outcome, target } = await visit(() => refusal);
    assert.equal(target.seen.length, refusals.refusalsMax);
    const { result, refused, reason = '', errors } = outcome;
    assert.deepEqual([result, refused, errors], ['failed', true, [reason]]);
    assert.match(
      reason,
      /^http:\/\/127\.0\.0\.1:80 asks for the load to stop: it answered 10 requests in a row with 503 and 'Retry-After: 120'; write 'stopOnRetryAfter: false' in ergonomics/,
    );
  });

  test('stays under load when the option is off', async () => {
    for (const guards of [{ addresses: ownMachine, stopOnRetryAfter: false }, undefined]) {
      const { outcome, target } = await visit(() => refusal, { guards });
      assert.deepEqual([outcome.result, outcome.refused, target.seen.length], ['completed', undefined, 100]);
    }
  });

  test('stays under load when other responses come in between, or without Retry-After', async () => {
    for (const answer of [
      (index: number) => ((index + 1) % refusals.refusalsMax === 0 ? fine : refusal),
      (index: number) => ((index + 1) % refusals.refusalsMax === 0 ? overloaded : refusal),
      () => overloaded,
      () => ({ ...refusal, status: 429 }),
    ]) {
      const { outcome, target, rows } = await visit(answer);
      assert.deepEqual([outcome.result, outcome.refused, target.seen.length], ['completed', undefined, 100]);
      assert.equal(totals(rows()).responses, 100);
    }
  });

  test('shows no more than a piece of a long header', async () => {
    const { outcome } = await visit(() => ({ ...refusal, headers: { 'retry-after': 'x'.repeat(10_000) } }));
    assert.match(outcome.reason ?? '', /'Retry-After: x{60}'/);
  });
});
