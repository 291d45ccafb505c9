import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../lib/driver/judging/sla.ts';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { histogramLog } from '../../../lib/driver/run/histogram-log.ts';
import type { RunRecord } from '../../../lib/driver/run/run-record.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { csv } from '../../../lib/report/formats/csv/csv.ts';
import { hdr } from '../../../lib/report/formats/hdr.ts';
import { otlp } from '../../../lib/report/formats/otlp.ts';
import { prometheus } from '../../../lib/report/formats/prometheus.ts';
import { mergedOf, recordOf } from '../../driver/run/records.ts';
import { rowsFrom } from '../../driver/statistics/rows.ts';

/**
 * A run in which two requests of one sequence have the same metric, so that every format must name the
 * request.
 */

function twoRequests(first = 'GET /', second = 'POST /cart #2'): RunRecord {
  const { plan, ...record } = recordOf();
  const [phase] = record.phases;
  assert.ok(phase);
  const merged = mergedOf('main', [{}, {}]);
  const rows = rowsFrom([0, 1].flatMap((step) => listRows(merged.rows).map((row) => ({ ...row, step }))));
  const shards = merged.shards.map(({ totals, ...shard }) => ({
    ...shard,
    totals: rowsFrom([0, 1].flatMap((step) => listRows(totals).map((row) => ({ ...row, step })))),
  }));
  const requests = [first, second].map((request, step) => ({
    step,
    metric: 'browse',
    request,
    slas: [{ limits: [[0.9, 1]] as [number, number][] }],
  }));
  const own = { ...merged, rows, shards };
  return {
    ...record,
    plan: { ...plan, phases: plan.phases.map((each) => ({ ...each, requests })) },
    phases: [{ ...phase, merged: own, verdicts: judge(requests, own) }],
  };
}

async function textOf(format: typeof prometheus | typeof otlp | typeof hdr, run: RunDocument) {
  const text = await format.write(run);
  assert.ok(typeof text === 'string');
  return text;
}

test('CSV has the request in its last column, so that readers by position find the others', async () => {
  const files = await csv.write(runDocument(twoRequests()));
  assert.ok(Array.isArray(files));
  for (const name of ['total.csv', 'agent.shard-0.csv', 'failures.csv']) {
    const [header, ...lines] =
      files
        .find((file) => file.name === name)
        ?.text.trimEnd()
        .split('\n') ?? [];
    assert.match(header ?? '', /,Request$/, name);
    assert.deepEqual(
      lines.map((line: string) => line.split(',').at(-1)),
      ['GET /', 'POST /cart #2'],
      name,
    );
  }
});

test('Prometheus has a label, and the method and the template of HTTP where the convention has them', async () => {
  const lines = (await textOf(prometheus, runDocument(twoRequests()))).split('\n');
  for (const request of ['GET /', 'POST /cart #2']) {
    const own = lines.filter((line) => line.includes(`metric="browse",request="${request}",`));
    for (const name of ['downpour_requests_total', 'downpour_start_delay_seconds_count'])
      assert.equal(own.filter((line) => line.startsWith(`${name}{`)).length, 1, `${name} of ${request}`);
  }
  const convention = lines.find((line) => /^http_client_request_duration_seconds_count.*POST/.test(line));
  assert.match(convention ?? '', /,http_request_method="POST",url_template="\/cart",server_address=/);
});

test('OpenTelemetry has an attribute of ours, and those of the convention', async () => {
  const body = JSON.parse(await textOf(otlp, runDocument(twoRequests())));
  const metrics: { name: string; [kind: string]: unknown }[] =
    body.resourceMetrics[0].scopeMetrics[0].metrics;
  for (const { name, ...kinds } of metrics) {
    const text = JSON.stringify(kinds);
    for (const request of ['GET /', 'POST /cart #2'])
      assert.ok(text.includes(`{"key":"downpour.request","value":{"stringValue":"${request}"}}`), name);
  }
  const text = JSON.stringify(metrics.find(({ name }) => name === 'http.client.request.duration'));
  assert.ok(text.includes('{"key":"http.request.method","value":{"stringValue":"POST"}}'));
  assert.ok(text.includes('{"key":"url.template","value":{"stringValue":"/cart"}}'));
});

test('Times of a stopwatch or a compensation are histograms, and add nothing to the counters of requests', async () => {
  const run = runDocument(twoRequests());
  const times = run.stats.map((entry, n) => (n === 0 ? entry : { ...entry, isRequest: false }));
  const text = await textOf(prometheus, { ...run, stats: times });
  const linesOf = (name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`));
  assert.equal(linesOf('downpour_response_duration_seconds_count').length, 2);
  for (const name of ['requests', 'requests_resent', 'blocked_seconds'])
    assert.equal(linesOf(`downpour_${name}_total`).length, 1, name);
  const body = JSON.parse(await textOf(otlp, { ...run, stats: times }));
  const [{ metrics }] = body.resourceMetrics[0].scopeMetrics;
  const pointsOf = (wanted: string): number => {
    const { histogram, exponentialHistogram, sum } = metrics.find(
      ({ name }: { readonly name: string }) => name === wanted,
    );
    return (sum ?? exponentialHistogram ?? histogram).dataPoints.length;
  };
  assert.deepEqual(['downpour.response.duration', 'downpour.requests'].map(pointsOf), [2, 1]);
});

test('A request of another protocol, and an address that a variable gives, have no template', async () => {
  const text = await textOf(prometheus, runDocument(twoRequests('put stock', `GET \${url}`)));
  const counts = text
    .split('\n')
    .filter((line) => line.startsWith('http_client_request_duration_seconds_count'));
  assert.ok(counts.every((line) => !line.includes('url_template')));
  assert.deepEqual(
    counts.map((line) => /http_request_method="(\w+)"/.exec(line)?.[1]),
    ['_OTHER', 'GET'],
  );
});

test("HdrHistogram's log has it in the tag, second by second and as totals", async () => {
  const record = twoRequests();
  for (const log of [histogramLog(record), await textOf(hdr, runDocument(record))]) {
    const tags = new Set(log.match(/(?<=^Tag=)[^,]+/gm));
    assert.deepEqual(
      [...tags].filter((tag) => !tag.includes(':')),
      ['main.browse.GET_/', 'main.browse.POST_/cart_#2'],
    );
    assert.ok(tags.has('main.browse.GET_/:service'));
  }
});
