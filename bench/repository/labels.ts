/**
 * What do labels cost? The program measures the CPU time of a dataset with ten labels, each with a function,
 * and of lists with 100,000 datasets whose values exist.
 *
 *     node bench/repository/labels.ts
 */
import { evaluate } from '../../functions/scripts/script-engine.ts';
import { elementsIn } from '../../lib/repository/pipeline/content/dataset-elements.ts';
import { evaluateLabels } from '../../lib/repository/pipeline/labels/evaluate-labels.ts';
import { valueFilter } from '../../lib/repository/records/labels/filter.ts';
import type { ValuedDataset } from '../../lib/repository/records/labels/values.ts';
import { listValues, type ValueQuery } from '../../lib/repository/search/list-values.ts';
import { machine, table } from '../table.ts';

const datasets = 100_000;
const evaluations = 2000;

const rows = Array.from({ length: 50 }, (_, n) => ({ n, name: `x${n}`, ms: n * 1.5 }));
const elements = elementsIn(Buffer.from(JSON.stringify([{ $schema: 'urn:a', v: 3, rows }])));
const labels = Array.from({ length: 10 }, (_, n) => {
  const isarray = n % 2 === 1;
  const extractors = [{ name: 'r', jsonpath: isarray ? '$.rows[*].ms' : '$.v', isarray }];
  const code = isarray ? `r => r.reduce((a, b) => a + b, ${n})` : `r => r + ${n}`;
  return { id: n, name: `l${n}`, extractors, function: code, filtering: true, metrics: true };
});

const filterOf = (text: string) => valueFilter(text, { multiFilter: false, now: () => 0 });
const queries: Readonly<Record<string, Partial<ValueQuery>>> = {
  'all of them': {},
  'a page of 20': { limit: 20 },
  'filter by an object': { filter: filterOf('{"l2":"branch-3"}') },
  'filter by a path': { filter: filterOf('$.l1 ? (@ > 5)') },
  '20 by stop': { sort: 'stop', limit: 20 },
};

async function main(): Promise<void> {
  const known = new Map([['urn:a', labels]]);
  const once = () =>
    evaluateLabels(elements, [{ uri: 'urn:a', index: 0 }], known, { evaluate, now: () => performance.now() });
  for (let n = 0; n < evaluations / 10; n += 1) await once();
  const each =
    (await cpuMs(async () => {
      for (let n = 0; n < evaluations; n += 1) await once();
    })) / evaluations;
  const lines = [
    ['ten labels of a dataset', `${each.toFixed(2)} ms`, `${Math.round(60_000 / each)} a minute`],
  ];
  for (const [what, query] of Object.entries(queries)) {
    let found = 0;
    const ms = await cpuMs(async () => {
      const list = await listValues(all(), labels, { filter: () => true, ...query });
      found = list.length;
    });
    lines.push([`${datasets} datasets: ${what}`, `${ms.toFixed(0)} ms`, `${found} rows`]);
  }
  console.log(`${machine()}; CPU time\n\n${table(['', 'CPU time', ''], lines)}`);
}

async function* all(): AsyncGenerator<ValuedDataset> {
  for (let n = datasets; n > 0; n -= 1) {
    const values = { 1: String(n % 7), 2: `"branch-${n % 20}"`, 3: String(n / 3), 4: String(n * 2) };
    yield { runId: n, datasetId: n, ordinal: 0, start: n, stop: n + 1, values };
  }
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

await main();
