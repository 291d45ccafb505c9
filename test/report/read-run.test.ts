import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DownpourError } from '../../lib/errors.ts';
import { readRun } from '../../lib/report/read-run.ts';

test('A text that is no run is rejected with the missing members, and with a command that reads it', () => {
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
          `a.json is not a run that Downpour wrote: it has no ${missing}; \`downpour query\` can query any JSON file`,
        );
        return true;
      },
    );
  }
});
