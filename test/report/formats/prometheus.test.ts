import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { prometheus } from '../../../lib/report/formats/prometheus.ts';
import { recordOf } from '../../driver/run/records.ts';

async function textOf(run: RunDocument): Promise<string> {
  const text = await prometheus.write(run);
  assert.ok(typeof text === 'string');
  return text;
}

/** The values of a metric by their labels. */
function samplesOf(text: string, name: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => [
      line.slice(name.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('histograms are those of the run, in seconds, with every value below +Inf', async () => {
  const run = runDocument(recordOf());
  const text = await textOf(run);
  const labels = 'phase="main",metric="browse",step="0",warmup="false"';
  const buckets = samplesOf(text, 'downpour_response_duration_seconds_bucket');
  assert.deepEqual(
    ['0.75', '1.5', '3', '+Inf'].map((le) => buckets.get(`{${labels},le="${le}"}`)),
    [0, 10, 20, 20],
  );
  const rising = [...buckets.values()];
  assert.deepEqual(
    rising,
    rising.toSorted((one, other) => one - other),
  );
  const sum = samplesOf(text, 'downpour_response_duration_seconds_sum').get(`{${labels}}`) ?? 0;
  assert.ok(Math.abs(sum - 30) < 0.3, `${sum}`);
  assert.equal(samplesOf(text, 'downpour_response_duration_seconds_count').get(`{${labels}}`), 20);
  const convention = `${labels},http_request_method="_OTHER",server_address="localhost",server_port="8080"`;
  assert.equal(samplesOf(text, 'http_client_request_duration_seconds_count').get(`{${convention}}`), 20);
  const late = samplesOf(text, 'downpour_start_delay_seconds_bucket');
  assert.equal(late.get(`{${labels},le="0.0001"}`), 20);
});

test('counters are those of the run', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  Object.assign(entry.total.summary, {
    requestTimeouts: 3,
    invalid: 5,
    failed: 5,
    blockedTime: 1_500_000_000,
  });
  entry.total.summary.extensions.http.resent = 4;
  const text = await textOf(run);
  const labels = 'phase="main",metric="browse",step="0",warmup="false"';
  const rows: [string, string, number][] = [
    ['downpour_requests_total', '', 20],
    ['downpour_requests_resent_total', '', 4],
    ['downpour_responses_total', ',status="2xx"', 20],
    ['downpour_responses_total', ',status="5xx"', 0],
    ['downpour_errors_total', ',error_type="timeout"', 3],
    ['downpour_errors_total', ',error_type="invalid"', 2],
    ['downpour_blocked_seconds_total', '', 1.5],
    ['downpour_transferred_bytes_total', ',direction="received"', 2000],
  ];
  for (const [name, more, value] of rows)
    assert.equal(samplesOf(text, name).get(`{${labels}${more}}`), value, name);
  assert.match(text, /^downpour_run_info\{benchmark="shop",burst="b1",state="\w+",version="0\.1\.0"\} 1$/m);
  const at = (end: string) => samplesOf(text, `downpour_run_${end}_timestamp_seconds`).values().next().value;
  assert.deepEqual([at('start'), at('end')], [run.info.startTime / 1000, run.info.terminateTime / 1000]);
});

test('names with quotes, backslashes and line breaks stay in their labels', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  entry.metric = 'a "b" \\ c\nd';
  const text = await textOf(run);
  assert.ok(text.includes('metric="a \\"b\\" \\\\ c\\nd"'));
});

test('no target is named if there are several', async () => {
  const run = runDocument(recordOf());
  run.plan.targets.push({ ...run.plan.targets[0]!, host: 'other' });
  assert.doesNotMatch(await textOf(run), /server_address/);
});

test('a measurement of a stopwatch is no HTTP request', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  entry.histograms.service = null;
  const text = await textOf(run);
  assert.doesNotMatch(text, /http_client_request_duration/);
});
