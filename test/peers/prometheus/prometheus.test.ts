import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { prometheus } from '../../../lib/report/formats/prometheus.ts';
import { recordOf } from '../../driver/run/records.ts';

test('promtool accepts the metrics of a run, and no name that breaks its rules', async () => {
  const text = await textOf(runDocument(recordOf()));
  assert.equal(checked(text), '0');
  assert.notEqual(checked(text.replaceAll('downpour_requests_total', 'downpour_requests')), '0');
});

test('promtool accepts names with quotes, backslashes and line breaks', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  entry.metric = 'a "b" \\ c\nd';
  assert.equal(checked(await textOf(run)), '0');
});

test('promtool accepts the times of a stopwatch', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  entry.histograms.service = null;
  assert.equal(checked(await textOf(run)), '0');
});

async function textOf(run: RunDocument): Promise<string> {
  const text = await prometheus.write(run);
  assert.ok(typeof text === 'string');
  return text;
}

/**
 * The exit code and the output of `promtool check metrics`. The output is empty when the tool accepts the
 * text.
 */
function checked(text: string): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  return `${status} ${stdout}${stderr}`.trim();
}
