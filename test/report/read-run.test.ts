import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DownpourError } from '../../lib/errors.ts';
import { readRun, withRuns } from '../../lib/report/read-run.ts';

test('A text that is no run is rejected with the missing members, and with a command that reads it', () => {
  for (const [text, missing] of [
    [
      '{"info": {}, "state": "passed", "plan": {}, "phases": [], "stats": [], "failures": []}',
      "member 'health'",
    ],
    ['[1]', "members 'info', 'state', 'plan', 'phases', 'stats', 'failures', 'health'"],
  ] as const) {
    assert.throws(
      () => readRun(text, 'a.json'),
      (error: unknown) => {
        assert.ok(error instanceof DownpourError);
        assert.equal(error.code, 'NO_REPORT');
        assert.equal(
          error.message,
          `a.json is not a run document of Downpour, because it has no ${missing}; choose a run that \`downpour run\` stored, or query this JSON with \`downpour query\``,
        );
        return true;
      },
    );
  }
});

test('A text that ends too early is rejected as a torn file', () => {
  for (const text of ['', '{"info": {', 'no json'])
    assert.throws(
      () => readRun(text, 'a.json'),
      /^DownpourError: a\.json is not JSON: .+; if this is an incomplete copy of a run document, copy the document again$/,
    );
});

test('A member of another form is reported as a wrong document, and other errors stay', async () => {
  const reading = (use: () => unknown) => withRuns('a.json', use).catch((error: Error) => error);
  const wrong = await reading(() => (JSON.parse('{"stats": null}') as { stats: string[] }).stats.length);
  assert.ok(wrong instanceof DownpourError);
  assert.deepEqual([wrong.code, wrong.status], ['NO_REPORT', 400]);
  assert.match(
    wrong.message,
    /^a\.json is not a run document of Downpour, because a member has an unexpected type or value; choose/,
  );
  const late = await reading(() => new Date(Number.NaN).toISOString());
  assert.ok(late instanceof DownpourError);
  const other = new Error('other');
  assert.equal(await reading(() => Promise.reject(other)), other);
  assert.equal(await reading(() => 1), 1);
});
