import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { documentOperations } from '../../../functions/api/pipeline/replies/representation.ts';
import { repository } from '../../../functions/repository.ts';
import { stores } from '../../../functions/stores.ts';
import type { RunComparison, RunReport } from '../../../lib/api.generated.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { comparisonJson } from '../../../lib/report/comparison/comparison-json.ts';
import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { comparisonLimits } from '../../../lib/report/comparison/limits.ts';
import { pageAssets } from '../../../lib/report/page/page-assets.ts';
import { reportPage } from '../../../lib/report/page/report-page.ts';
import { around, closed, documentOf, type Made } from '../../report/comparison/runs.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** Reports of runs and comparisons between runs, over HTTP. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => {
  memory.table.clear();
  for (const objects of [memory.bodies, memory.measured]) objects.clear();
});

type Asked = { readonly as?: string; readonly headers?: Readonly<Record<string, string>> };

const report = (id: number, query = '', { as = ada, headers = {} }: Asked = {}): Promise<Answer> =>
  send(`GET /api/run/${id}/report?${query}`, { key: as, headers });

const compare = (query: string, { as = ada, headers = {} }: Asked = {}): Promise<Answer> =>
  send(`GET /api/compare?${query}`, { key: as, headers });

const parsed = <T>({ body }: Answer): T => JSON.parse(body);
const code = ({ status, body }: Answer): readonly [number, string] => [status, JSON.parse(body).code];

async function uploaded(document: unknown, access = 'PUBLIC', test = 'shop'): Promise<number> {
  const line = `POST /api/run/data?test=${test}&start=1&stop=2&access=${access}`;
  const { status, body } = await send(line, { key: ada, body: JSON.stringify(document) });
  assert.equal(status, 202, body);
  return Number(body);
}

const slow = (factor: number, at: number, made: Partial<Made> = {}): RunDocument =>
  documentOf({ name: `r${at}`, at, second: around(20 * factor, at), ...made });

/** Stores runs of the baseline and of the candidate in turn. Returns the ids of each side. */
async function stored(each: number, factor = 1.5): Promise<readonly [readonly number[], readonly number[]]> {
  const [baseline, candidate]: [number[], number[]] = [[], []];
  for (let at = 0; at < each; at += 1) {
    baseline.push(await uploaded(slow(1 + at / 500, 2 * at)));
    candidate.push(await uploaded(slow(factor + at / 500, 2 * at + 1)));
  }
  return [baseline, candidate];
}

/** Counts the reads of objects, and their bytes, while `work` runs. */
async function reads(work: () => Promise<unknown>) {
  const { runs } = stores();
  const kept = { get: runs.get, measured: runs.measured };
  const count = { documents: 0, measured: 0, bytes: 0 };
  const counted =
    (
      kind: 'documents' | 'measured',
      read: (id: number, revision?: number) => Promise<Uint8Array | undefined>,
    ) =>
    async (id: number, revision?: number) => {
      const bytes = await read(id, revision);
      count[kind] += 1;
      count.bytes += bytes?.length ?? 0;
      return bytes;
    };
  Object.assign(runs, { get: counted('documents', kept.get), measured: counted('measured', kept.measured) });
  try {
    await work();
  } finally {
    Object.assign(runs, kept);
  }
  return count;
}

describe('the report of a run', () => {
  it('is the file that the command writes, for a browser', async () => {
    const document = slow(1, 0);
    const id = await uploaded(document);
    const { status, type, body, headers } = await report(id, '', {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    assert.deepEqual([status, type], [200, 'text/html; charset=utf-8']);
    assert.equal(body, reportPage({ run: document, id, assets: await pageAssets() }));
    assert.equal(headers['content-security-policy'], 'sandbox allow-scripts');
    assert.equal(headers.vary, 'accept, accept-encoding');
    assert.equal((await report(id, 'format=html')).body, body);
  });

  it('is refused when a part of an uploaded document has another form, and so is a comparison', async () => {
    const whole = slow(1, 0);
    const other = await uploaded(slow(1, 1));
    const [entry] = whole.stats;
    for (const broken of [
      { ...whole, phases: [null] },
      { ...whole, plan: 'x' },
      { ...whole, stats: [{ ...entry, total: null }] },
      { ...whole, stats: [{ ...entry, histograms: { ...entry?.histograms, latency: '__proto__' } }] },
    ]) {
      const id = await uploaded(broken);
      assert.deepEqual(code(await report(id)), [404, 'NOT_MEASURED']);
      assert.deepEqual(code(await report(id, 'format=html')), [404, 'NOT_MEASURED']);
      const compared = await compare(`baseline=${other}&candidate=${id}`);
      assert.ok(compared.status === 200 || compared.status === 404, compared.body);
    }
  });

  it('ends soon for a phase of centuries', async () => {
    const whole = slow(1, 0);
    const phases = whole.phases.map((phase) => ({ ...phase, start: -1 }));
    const id = await uploaded({ ...whole, phases, info: { ...whole.info, startTime: -1 } });
    assert.equal((await report(id)).status, 200);
  });

  it('has the same sections and values in its parts, for a page with its own frame', async () => {
    const id = await uploaded(slow(1, 0));
    const file = (await report(id, 'format=html')).body;
    const accepted: readonly Asked['headers'][] = [
      undefined,
      { Accept: '*/*' },
      { Accept: 'application/json, text/html' },
    ];
    for (const headers of accepted) {
      const { markup, data, version } = parsed<RunReport>(
        await report(id, '', headers === undefined ? {} : { headers }),
      );
      assert.ok(file.includes(`<main class="report">${markup}</main>`));
      assert.ok(file.includes(`id="data">${data}</script>`));
      assert.match(version, /^\d/);
      assert.doesNotMatch(markup, /<script|<style| style=|<html/);
    }
  });

  it('escapes every text of a run', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const run = slow(1, 0, { metrics: [nasty] });
    const id = await uploaded({ ...run, info: { ...run.info, benchmark: nasty } });
    const { markup } = parsed<RunReport>(await report(id));
    assert.ok(markup.includes('&lt;img src=x onerror=alert(1)&gt;'));
    assert.doesNotMatch(markup, /<img/);
  });

  it('has a validator of its form, and is compressed as other documents are', async () => {
    const id = await uploaded(slow(1, 0));
    assert.ok(documentOperations.has('run-report') && documentOperations.has('compare'));
    const { etag } = (await report(id)).headers;
    const same = await report(id, '', { headers: { 'If-None-Match': String(etag) } });
    assert.deepEqual([same.status, same.body], [304, '']);
    const other = await report(id, 'format=html', { headers: { 'If-None-Match': String(etag) } });
    assert.equal(other.status, 200);
  });

  it('compares with runs, ranges of runs, and the last judged runs of a test', async () => {
    const [[first = 0, second = 0], [candidate = 0]] = await stored(2);
    await uploaded(slow(1, 9, { stopped: 'by hand' }));
    const markups: string[] = [];
    for (const baseline of [`${first},${second}`, `${second},${first}`, 'shop&last=2']) {
      const { markup } = parsed<RunReport>(await report(candidate, `baseline=${baseline}`));
      assert.match(markup, /Against run/);
      markups.push(markup);
    }
    assert.match(markups[0] ?? '', new RegExp(`Against run ${first} and run ${second}`));
    // The baseline is the last two judged runs of the test. The run itself and the stopped run are left out.
    assert.match(markups[2] ?? '', new RegExp(`Against run ${second} and run ${candidate + 2}`));
    const one = parsed<RunReport>(await report(candidate, `baseline=${first}`));
    assert.match(one.markup, /a comparison of one run with one run cannot show a change/);
    assert.doesNotMatch(parsed<RunReport>(await report(candidate)).markup, /Against/);
  });

  it('finds baselines among the newest runs of a test only, and names their number', async () => {
    const { runs } = repository();
    const oldest = await uploaded(slow(1, 0));
    const candidate = await uploaded(slow(1, 1), 'PUBLIC', 'other');
    const { outcome: _, ...unjudged } = (await runs.get(oldest)) ?? assert.fail();
    const add = (at: number) => runs.insert({ ...unjudged, id: 1_000 + at, start: unjudged.start + at });
    const later = comparisonLimits.lookedAtMax - 1;
    for (let at = 1; at <= later; at += 1) await add(at);
    assert.equal((await report(candidate, 'baseline=shop')).status, 200);
    await add(later + 1);
    const refused = await report(candidate, 'baseline=shop');
    assert.deepEqual(code(refused), [400, 'COMPARISON_INVALID']);
    assert.match(refused.body, /none of its other runs among the newest 500 has the verdict/);
  });

  it('does not exist for a run of another tool, which has its own error code', async () => {
    const id = await uploaded({ a: 1 });
    assert.deepEqual(code(await report(id)), [404, 'NOT_MEASURED']);
    assert.deepEqual(code(await report(id, 'format=html')), [404, 'NOT_MEASURED']);
    assert.deepEqual(code(await report(id + 1)), [404, 'RUN_NOT_FOUND']);
    const own = await uploaded(slow(1, 0));
    assert.deepEqual(code(await report(own, `baseline=${id}`)), [404, 'NOT_MEASURED']);
  });

  it('refuses a document with a member of another form as a run of another tool, not as a fault of the server', async () => {
    const own = await uploaded(slow(1, 0));
    for (const member of [
      { stats: null },
      { stats: {} },
      { info: null },
      { phases: 'x' },
      { health: null },
    ]) {
      const id = await uploaded({ ...slow(1, 0), ...member });
      assert.deepEqual(code(await report(id)), [404, 'NOT_MEASURED'], JSON.stringify(member));
      if ('stats' in member)
        assert.deepEqual(code(await send(`GET /api/compare?baseline=${own}&candidate=${id}`, { key: ada })), [
          404,
          'NOT_MEASURED',
        ]);
    }
  });

  it('shows and compares no run that the caller may not see', async () => {
    const hidden = await uploaded(slow(1, 0), 'PRIVATE', 'secret');
    const open = await uploaded(slow(1, 1));
    assert.deepEqual(code(await report(hidden, '', { as: eve })), [404, 'RUN_NOT_FOUND']);
    assert.deepEqual(code(await report(open, `baseline=${hidden}`, { as: eve })), [404, 'RUN_NOT_FOUND']);
    assert.deepEqual(code(await report(open, 'baseline=secret', { as: eve })), [404, 'TEST_NOT_FOUND']);
    const requested = `baseline=${open}&candidate=${hidden}`;
    assert.deepEqual(code(await compare(requested, { as: eve })), [404, 'RUN_NOT_FOUND']);
    assert.equal((await compare(requested)).status, 200);
  });

  it('refuses baselines that are no side', async () => {
    const id = await uploaded(slow(1, 0));
    assert.deepEqual(code(await report(id, 'baseline=1..51')), [400, 'COMPARISON_INVALID']);
    assert.match((await report(id, 'baseline=5..1')).body, /the parameter baseline has the range '5..1'/);
    assert.deepEqual(code(await report(id, 'baseline=nothing')), [404, 'TEST_NOT_FOUND']);
    assert.deepEqual(code(await report(id, 'baseline=shop')), [400, 'COMPARISON_INVALID']);
  });
});

describe('a comparison', () => {
  it('is what the command prints as JSON', async () => {
    const [baseline, candidate] = await stored(5);
    const side = (ids: readonly number[], odd: number, factor: number) =>
      ids.map((id, at) => ({
        name: `run ${id}`,
        id,
        document: slow(factor + at / 500, 2 * at + odd),
      }));
    const expected = compareRuns({
      baseline: side(baseline, 0, 1),
      candidate: side(candidate, 1, 1.5),
      gates: defaultGates,
    });
    const answer = await compare(`baseline=${baseline}&candidate=${candidate}`);
    assert.equal(answer.body, comparisonJson(expected));
    assert.equal(parsed<RunComparison>(answer).outcome, 'worse');
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
    // The second request reads only the stored numbers of the runs.
    assert.equal((await compare(`baseline=${baseline}&candidate=${candidate}`)).body, answer.body);
  });

  it('of one run with one run has the spread within each, from their timelines', async () => {
    const [[one = 0], [other = 0]] = await stored(1);
    const { outcome, within, explored } = parsed<RunComparison>(
      await compare(`baseline=${one}&candidate=${other}`),
    );
    assert.deepEqual([outcome, explored], ['cannot tell', []]);
    assert.ok(within.length > 0 && within.every(({ baseline }) => baseline.low !== undefined));
  });

  it('judges the gates that the request names, and refuses others', async () => {
    const [[one = 0, two = 0], [three = 0, four = 0]] = await stored(2);
    const sides = `baseline=${one},${two}&candidate=${three},${four}`;
    const { gates } = parsed<RunComparison>(await compare(`${sides}&gate=p50:10%25&gate=browse:mean:5%25`));
    assert.deepEqual(
      gates.map(({ measure, limit }) => [measure.name, limit]),
      [
        ['p50', 0.1],
        ['mean', 0.05],
      ],
    );
    assert.deepEqual(code(await compare(`${sides}&gate=p50`)), [400, 'GATE_INVALID']);
    assert.deepEqual(code(await compare(`${sides}&gate=nothing:p50:5%25`)), [400, 'GATE_INVALID']);
    assert.deepEqual(code(await compare(`baseline=1..51&candidate=${two}`)), [400, 'COMPARISON_INVALID']);
    assert.deepEqual(code(await compare(`baseline=5..1&candidate=${two}`)), [400, 'COMPARISON_INVALID']);
    assert.match(
      (await compare(`baseline=${two}&candidate=5..1`)).body,
      /the parameter candidate has the range '5..1'/,
    );
    assert.deepEqual(code(await compare(`baseline=shop&candidate=${two}`)), [400, 'REQUEST_INVALID']);
    assert.deepEqual(code(await compare(`baseline=${one}`)), [400, 'REQUEST_INVALID']);
    assert.deepEqual(code(await compare(`baseline=${one}&candidate=999`)), [404, 'RUN_NOT_FOUND']);
  });

  it('reports other loads, and judges them when the request allows it', async () => {
    const one = await uploaded(slow(1, 0));
    const two = await uploaded(slow(1, 1, { arrivals: closed }));
    const three = await uploaded(slow(1, 2));
    const sides = `baseline=${one},${three}&candidate=${two}`;
    const refused = parsed<RunComparison>(await compare(sides));
    assert.equal(refused.outcome, 'invalid');
    assert.ok(refused.differences.some(({ ofDefinition }) => ofDefinition));
    const allowed = parsed<RunComparison>(await compare(`${sides}&allowDifferences=true`));
    assert.equal(allowed.outcome, 'cannot tell');
  });

  it('of 50 with 50 reads one small object of each run, and each document at most once', async () => {
    const document = JSON.stringify(slow(1, 0));
    const ids: number[] = [];
    for (let at = 0; at < 100; at += 1) {
      const run = JSON.parse(document);
      run.info.id = `r${at}`;
      run.info.startTime += at;
      ids.push(await uploaded(run));
    }
    const sides = `baseline=${ids[0]}..${ids[49]}&candidate=${ids[50]}..${ids[99]}`;
    const first = await reads(() => compare(sides));
    assert.deepEqual([first.documents, first.measured], [100, 100]);
    const again = await reads(() => compare(sides));
    assert.deepEqual([again.documents, again.measured], [0, 100]);
    const each = again.bytes / 100;
    assert.ok(each < 10_000, `${each} bytes a run`);
    assert.ok(each < document.length / 5, `${each} of ${document.length} bytes`);
    const page = await reads(() => report(ids[99] ?? 0, `baseline=${ids[0]}..${ids[49]}`));
    assert.deepEqual([page.documents, page.measured], [1, 50]);
  });

  it('makes the numbers of another format again', async () => {
    const [[one = 0, two = 0], [three = 0]] = await stored(2);
    const sides = `baseline=${one},${two}&candidate=${three}`;
    const { body } = await compare(sides);
    const { gzipSync } = await import('node:zlib');
    memory.measured.set(one, gzipSync(JSON.stringify({ format: 0, document: {} })));
    const again = await reads(async () => assert.equal((await compare(sides)).body, body));
    assert.equal(again.documents, 1);
    assert.equal((await reads(() => compare(sides))).documents, 0);
  });
});

describe('a reply that is requested as an address', () => {
  it('is stored at any size, and has a URL for a caller without a key', async () => {
    const id = await uploaded(slow(1, 0));
    const file = await report(id, 'format=html');
    const { status, body, type } = await report(id, 'format=html&redirect=false');
    assert.deepEqual([status, type], [201, 'application/json']);
    const { pathname, searchParams } = new URL(JSON.parse(body).url);
    assert.deepEqual([pathname, searchParams.get('X-Amz-Expires')], ['/answers/request-1.json', '900']);
    assert.equal(String(memory.objects.get('answers/request-1.json')), file.body);
    assert.equal((await report(id, 'redirect=true')).status, 200);
    const data = await send(`GET /api/run/${id}/data?redirect=false`, { key: ada });
    assert.equal(data.status, 201);
  });

  it('is no address for a request that fails', async () => {
    const id = await uploaded({ a: 1 });
    assert.deepEqual(code(await report(id, 'redirect=false')), [404, 'NOT_MEASURED']);
  });
});
