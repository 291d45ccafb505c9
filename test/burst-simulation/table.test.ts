import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sections } from '../../bench/burst-simulation/cases.ts';
import { constants } from '../../bench/burst-simulation/constants.ts';
import { simulated } from '../../bench/burst-simulation/process/run-child.ts';
import { constantsTable } from '../../bench/burst-simulation/report.ts';
import { readTable } from '../../bench/burst-simulation/table-file.ts';
import { dynamoQuotas, lambdaQuotas, s3Quotas, stepFunctionsQuotas } from '../../lib/quotas.ts';

/** Columns that depend only on the protocol. All other columns change with the random numbers. */
const firm = ['ended', 'transitions', 'history', 'delivered', 'reported'];

test('the small section of the table is that of the code: run `node bench/burst-simulation.ts --sections small --write`', async () => {
  const { small } = sections;
  assert.ok(small);
  const lines = (readTable().get(small.title) ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [at, { name, scenario }] of small.cases.entries()) {
    const written = Object.fromEntries(firm.map((column) => [column, rows[at]?.[head.indexOf(column)]]));
    const { state, transitions, history, arrived, planned, reported = 0 } = await simulated(scenario);
    const isStopped = scenario.stopAfterMs !== undefined;
    assert.equal(written.ended, state, name);
    assert.equal(written.history, String(history), name);
    assert.equal(written.reported, `${((100 * reported) / arrived).toFixed(1)} %`, name);
    // The time of the stop is chosen at random.
    if (isStopped) continue;
    assert.equal(written.transitions, transitions.toLocaleString('en'), name);
    assert.equal(written.delivered, `${((100 * arrived) / planned).toFixed(1)} %`, name);
  }
});

test('the table has only sections that are written, and the present constants', () => {
  const known = readTable();
  const titles = [...Object.values(sections).map(({ title }) => title), 'Constants'];
  for (const title of known.keys()) assert.ok(titles.includes(title), `no code writes the section ${title}`);
  assert.ok(
    known.get('Constants')?.endsWith(constantsTable()),
    'run `node bench/burst-simulation.ts --sections small --write`',
  );
});

test('quotas are those that the product plans with', () => {
  const { lambda, steps, dynamo, s3 } = constants;
  const { large, other } = stepFunctionsQuotas.rates;
  const pairs: readonly (readonly [number, number])[] = [
    [lambda.concurrencyDefault.value, lambdaQuotas.concurrency],
    [lambda.concurrencyNew.value, lambdaQuotas.concurrencyNewAccount],
    [lambda.scaleBurst.value, lambdaQuotas.scaling.environments],
    [lambda.scalePerSecond.value, lambdaQuotas.scaling.environments / (lambdaQuotas.scaling.everyMs / 1e3)],
    [steps.transitionBurstLarge.value, large.transitions.size],
    [steps.transitionsPerSecondLarge.value, large.transitions.perSec],
    [steps.transitionBurstSmall.value, other.transitions.size],
    [steps.transitionsPerSecondSmall.value, other.transitions.perSec],
    [dynamo.partitionWrites.value, dynamoQuotas.partition.writeUnitsPerSec],
    [dynamo.partitionReads.value, dynamoQuotas.partition.readUnitsPerSec],
    [dynamo.partitionsAtStart.value * dynamo.partitionWrites.value, dynamoQuotas.coldTable.writeUnitsPerSec],
    [s3.readsPerSecond.value, s3Quotas.readsPerSec],
    [s3.writesPerSecond.value, s3Quotas.writesPerSec],
  ];
  for (const [own, planned] of pairs) assert.equal(own, planned);
});
