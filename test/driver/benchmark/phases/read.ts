import assert from 'node:assert/strict';
import { parseBenchmark } from '../../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../../lib/driver/document/format-problems.ts';
import type { Benchmark, Phase } from '../../../../lib/driver/model/benchmark.ts';

/** Short documents for tests of phases, and the phases that the parser makes of them. */

export const scenario = '[front: [httpRequest: {GET: /}]]';

/** A document with these phases, one in each line. */
export const documentOf = (...phases: readonly string[]): string =>
  `name: shop\nhttp: {host: localhost}\nphases:\n${phases.map((phase) => `- ${phase}`).join('\n')}`;

export const linesOf = (text: string): readonly string[] =>
  parseBenchmark(text).problems.map((problem) => formatProblem('', problem).slice(1));

export function benchmarkOf(text: string): Benchmark {
  const { benchmark, problems } = parseBenchmark(text);
  assert.ok(benchmark, JSON.stringify(problems));
  return benchmark;
}

export const phasesOf = (text: string): readonly Phase[] => benchmarkOf(text).phases;

/**
 * The start conditions of every phase, as `name: after a, b; gone c; with d +5`. Conditions that a phase does
 * not have are left out.
 */
export const conditionsOf = (phases: readonly Phase[]): readonly string[] =>
  phases.map(({ name, startAfter, startAfterStrict, startWith, startTimeMs }) =>
    [
      `${name}:`,
      ...(startTimeMs > 0 ? [`at ${startTimeMs}`] : []),
      ...(startAfter.length > 0 ? [`after ${startAfter.join(' ')}`] : []),
      ...(startAfterStrict.length > 0 ? [`gone ${startAfterStrict.join(' ')}`] : []),
      ...(startWith === undefined ? [] : [`with ${startWith.phases.join(' ')} +${startWith.delayMs}`]),
    ].join(' '),
  );
