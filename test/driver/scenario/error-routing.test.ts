import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { RawBytesHandler } from '../../../lib/driver/model/handlers.ts';
import type { Kind } from '../../../lib/driver/scenario/kind.ts';
import { kinds } from '../../../lib/driver/scenario/registry.ts';
import { runVirtually, totals } from '../session/shards.ts';

/** An error is counted, stops certain users, and appears in the run, by its kind and place. */

const throwing: Kind<null, RawBytesHandler> = {
  name: 'throwing',
  summary: 'Throws for the first user.',
  example: 'throwing',
  cost: 'Nothing.',
  atError: 'Throws.',
  parse: () => null,
  compile: () => (request) => {
    if (request.session.id === 0) throw new Error("variable 'unset' is not set");
  },
};
// Only this test may change the table of kinds. No real raw-bytes handler throws by itself.
const table = kinds.rawBytesHandler as Map<string, Kind<unknown, RawBytesHandler>>;
before(() => table.set('throwing', throwing));
after(() => table.delete('throwing'));

/** Only the first of two users reads a variable that was never set. */
const first = { intCondition: 'hyperfoil.session.id == 0' };
const mistake = { conditional: { ...first, actions: [{ addToInt: 'unset += 1' }] } };
const fails = { fail: { message: 'enough', ...first } };

const all = { responses: 2, invalid: 0, internalErrors: 0 };
const ofStep = (at: number, step: string, what = "variable 'unset' is not set"): string =>
  `phase 'test', sequence 'main', step ${at} of 3 (${step}): ${what}`;

type Row = {
  readonly handler?: object;
  readonly step?: unknown;
  readonly counts: object;
  readonly error: string;
  readonly phase?: 'failed';
};

const locations: { readonly [where: string]: Row } = {
  'a step': { step: mistake, counts: {}, error: ofStep(1, 'conditional'), phase: 'failed' },
  'a fail step': { step: fails, counts: {}, error: ofStep(1, 'fail', 'enough'), phase: 'failed' },
  'a status handler': {
    handler: { status: { action: { other: mistake } } },
    counts: { ...all, responses: 1, internalErrors: 1, invalid: 1 },
    error: ofStep(2, 'httpRequest'),
  },
  'a header handler': {
    handler: { header: { filter: { header: 'a', processor: mistakeAsProcessor() } } },
    counts: { ...all, responses: 1, internalErrors: 1, invalid: 1 },
    error: ofStep(2, 'httpRequest'),
  },
  'a body handler': {
    handler: { body: mistakeAsProcessor() },
    counts: { ...all, responses: 1, internalErrors: 1, invalid: 1 },
    error: ofStep(2, 'httpRequest'),
  },
  'a completion handler': {
    handler: { onCompletion: mistake },
    counts: { ...all, internalErrors: 1, invalid: 1 },
    error: ofStep(2, 'httpRequest'),
  },
  'a raw-bytes handler': {
    // An error ends its user even if an invalid response would not.
    handler: { rawBytes: 'throwing', stopOnInvalid: false },
    counts: { ...all, invalid: 1 },
    error: ofStep(2, 'httpRequest'),
  },
  'a fail in a handler': {
    handler: { onCompletion: fails },
    counts: {},
    error: ofStep(2, 'httpRequest', 'enough'),
    phase: 'failed',
  },
};

function mistakeAsProcessor(): object {
  return { conditional: { ...first, processor: { addToInt: 'unset += 1' } } };
}

suite('an error in', () => {
  for (const [where, { handler = {}, step = 'noop', counts, error, phase }] of Object.entries(locations))
    test(`${where} ends its user and ${phase === 'failed' ? 'the phase' : 'no other user'}, and names phase, sequence and step`, async () => {
      const { outcome, log, rows } = await runVirtually(
        {
          arrivals: { kind: 'atOnce', users: 2 },
          scenario: [
            {
              main: [
                step,
                { httpRequest: { GET: '/', handler } },
                { log: '${hyperfoil.session.id} went on' },
              ],
            },
          ],
        },
        { answer: () => ({ kind: 'response', afterMs: 5, headers: { a: '1' }, body: 'x' }) },
      );
      assert.deepEqual([outcome.result, outcome.errors], [phase ?? 'completed', [error]]);
      if (phase === 'failed') {
        assert.deepEqual([outcome.reason, log.includes('0 went on')], [error, false]);
        return;
      }
      assert.deepEqual(log, ['1 went on']);
      const { responses, invalid, internalErrors } = totals(rows());
      assert.deepEqual({ responses, invalid, internalErrors }, counts);
    });
});
