import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DownpourError } from '../../lib/errors.ts';
import { readRun } from '../../lib/report/read-run.ts';

test('What is no run says what it lacks, and what reads it all the same', () => {
  for (const [text, missing] of [
    ['{"info": {}, "state": "passed", "plan": {}, "phases": [], "stats": [], "failures": []}', 'health'],
    ['[1]', 'info, state, plan, phases, stats, failures, health'],
    ['no json', 'info, state, plan, phases, stats, failures, health'],
  ] as const) {
    assert.throws(
      () => readRun(text, 'a.json'),
      (error: unknown) => {
        assert.ok(error instanceof DownpourError);
        assert.equal(error.code, 'NO_REPORT');
        assert.equal(
          error.message,
          `a.json is no run that Downpour wrote: it has no ${missing}; \`downpour query\` reads any JSON`,
        );
        return true;
      },
    );
  }
});
