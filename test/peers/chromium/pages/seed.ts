import { randomFor } from '../../../../lib/driver/random.ts';
import type { RunDocument } from '../../../../lib/driver/run/document.ts';
import { pageRun } from '../../../report/page/runs.ts';
import type { Stage } from './stage.ts';

/** Runs of one test, an hour apart. The last one starts an hour before `endMs`. */
export type Seeded = {
  readonly test: string;
  readonly runs: number;
  readonly endMs?: number;
  /** The index of the first run whose target is 40 % slower. @default none */
  readonly slowerFrom?: number;
  /** The indices of runs that break their limit. */
  readonly failed?: readonly number[];
  readonly description?: (index: number) => string;
  /** Text for every name that a person may choose. @default plain names */
  readonly name?: string;
};

const hourMs = 3_600_000;
const msNs = 1_000_000;

/**
 * Uploads runs that the product made of generated load, and returns their ids in the order of their start.
 */
export async function seedRuns(stage: Pick<Stage, 'api'>, seeded: Seeded): Promise<readonly number[]> {
  const { test, runs, endMs = Date.now(), failed = [], slowerFrom = runs, description, name } = seeded;
  const random = randomFor(7, test);
  const ids: number[] = [];
  for (let index = 0; index < runs; index++) {
    const isSlow = index >= slowerFrom;
    const level = (isSlow ? 1.4 : 1) * (0.98 + 0.04 * random.next());
    const run = await madeRun(name ?? test, level, failed.includes(index));
    const start = endMs - (runs - index) * hourMs;
    const query = new URLSearchParams({ test, start: `${start}`, stop: `${start + 20_000}` });
    if (description !== undefined) query.set('description', description(index));
    const answer = await stage.api<number | readonly number[]>('POST', `/api/run/data?${query}`, run);
    ids.push([answer].flat()[0] ?? 0);
  }
  return ids;
}

/** A run of ten seconds with two metrics, which both have a limit. */
const madeRun = (name: string, level: number, isFailed: boolean): Promise<RunDocument> =>
  pageRun({
    seconds: 10,
    metrics: 2,
    perSecond: 40,
    sla: '{ window: 2s, limits: { 0.99: 250ms } }',
    names: { benchmark: name, metric: (index) => (index === 0 ? `products ${name}` : `cart ${name}`) },
    latencyNs: (random, second) => {
      const slow = isFailed && second >= 4 && second < 8 ? 400 : 0;
      return level * (20 + 15 * random + (random > 0.98 ? 100 : 0) + slow * random) * msNs;
    },
  });

/** Waits until the repository has made the labels, series and changes of the last upload. */
export async function settled(stage: Stage, runId: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { datasets } = await stage.api<{ readonly datasets: readonly unknown[] }>(
      'GET',
      `/api/dataset/list/byRun/${runId}`,
    );
    if (datasets.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`run ${runId} has no datasets after 30 s`);
}
