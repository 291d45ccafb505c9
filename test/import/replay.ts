import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBenchmark } from '../../lib/driver/benchmark/parse-benchmark.ts';
import type { Benchmark } from '../../lib/driver/model/benchmark.ts';
import { assignmentOf } from '../../lib/driver/planning/sharding/assignment.ts';
import { openShardRun } from '../../lib/driver/session/shard-run.ts';
import { writeDocument } from '../../lib/import/document/document.ts';
import type { Draft } from '../../lib/import/draft/draft.ts';
import { type Imported, importText, type Kind } from '../../lib/import/import.ts';
import { planned } from '../driver/planning/benchmarks.ts';
import { clock } from '../driver/session/shards.ts';

export const sample = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../data/import', file), 'utf8');

export function imported(source: string, kind?: Kind, all = false): Imported & { readonly text: string } {
  const found = importText(source, kind, { all });
  return { ...found, text: documentOf(found.draft) };
}

export const documentOf = (draft: Draft): string =>
  writeDocument(draft, { name: 'imported', about: 'A test.', schema: './x.json', commands: [] });

/** The document as the driver reads it. Fails when the driver reports a problem. */
export function accepted(text: string, parameters: Readonly<Record<string, string>> = {}): Benchmark {
  const { benchmark, problems } = parseBenchmark(text, { parameters });
  assert.ok(benchmark, `${text}\n${JSON.stringify(problems, null, 1)}`);
  const unexpected = problems.filter(({ message }) => !message.startsWith('the certificate of'));
  assert.deepEqual(unexpected, []);
  return benchmark;
}

/** Runs the document with one user, without pauses. */
export async function replay(text: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  const benchmark = accepted(text, parameters);
  const phases = benchmark.phases.map((phase): Benchmark['phases'][number] => ({
    ...phase,
    arrivals: { kind: 'atOnce', users: 1 },
    maxSessions: 1,
    ...(phase.scenario && {
      scenario: {
        ...phase.scenario,
        sequences: phase.scenario.sequences.map((sequence) => ({
          ...sequence,
          steps: sequence.steps.filter(({ step }) => step !== 'thinkTime'),
        })),
      },
    }),
  }));
  const shard = await openShardRun(assignmentOf(planned({ ...benchmark, phases }), 0, 0, 0), { clock });
  try {
    const outcome = await shard.run(clock.nowNs());
    assert.deepEqual(outcome.errors, []);
  } finally {
    await shard.close();
  }
}
