import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationsOf, annotationsOfNoRun } from '../../../bin/burst/annotations.ts';
import { type MadeRun, madeRun, well } from '../../driver/run/records.ts';

const sla = '{ limits: { "0.99": 250ms } }';
const made = (ms: number, changed: Partial<MadeRun> = {}) =>
  madeRun({ drives: [{ seconds: well(10, { latencyNs: ms * 1e6 }) }], sla, ...changed });

test('a limit that the target broke is an error, an inconclusive run is a warning, and a passed run has no annotation', async () => {
  assert.deepEqual(annotationsOf(await made(10)), []);
  assert.deepEqual(annotationsOf(await made(300)), [
    '::error title=made%3A main / browse::99 %25 of responses came within 302 ms, the limit is 250 ms',
  ]);
  const busy = await made(300, { drives: [{ seconds: well(10, { latencyNs: 3e8, lateNs: 2e9, idle: 0 }) }] });
  const [whole = '', unclear = '', ...more] = annotationsOf(busy);
  assert.match(
    whole,
    /^::warning title=made::inconclusive: this machine was too busy: .*%0ATry: end other programs/,
  );
  assert.match(unclear, /^::warning title=made%3A main \/ browse::cannot tell: 99 %25 of responses/);
  assert.deepEqual(more, []);
  const stopped = annotationsOf(await made(10, { stopped: 'stopped by its user' }));
  assert.deepEqual(stopped, ['::warning title=made::stopped: stopped by its user']);
  const incomplete = annotationsOf(await made(10, { drives: [{ seconds: well(10) }, undefined] }));
  assert.match(incomplete[0] ?? '', /^::error title=made::incomplete: /);
});

test('more than ten of a kind would be cut by GitHub: the tenth counts the rest', async () => {
  const run = await made(300);
  const failures = Array.from({ length: 25 }, (_, at) => ({ ...run.failures[0]!, metric: `m${at}` }));
  const verdicts = Array.from({ length: 10 }, (_, at) => {
    return { ...run.verdicts[0]!, metric: `v${at}`, passed: false, unclear: true as const };
  });
  const lines = annotationsOf({ ...run, failures, verdicts });
  const errors = lines.filter((line) => line.startsWith('::error'));
  assert.equal(errors.length, 10);
  assert.match(errors[8] ?? '', /main \/ m8::/);
  assert.equal(errors[9], '::error title=made::16 more like these');
  assert.equal(lines.filter((line) => line.startsWith('::warning')).length, 10);
});

test('a text with a line break, a title mark or an escape cannot end the annotation', () => {
  assert.equal(
    annotationsOfNoRun('a:b,c%0A', ['100%\r\n::warning::x,y']).join(),
    '::error title=a%3Ab%2Cc%250A::100%25%0D%0A::warning::x,y',
  );
});
