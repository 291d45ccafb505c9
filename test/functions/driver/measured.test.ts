import assert from 'node:assert/strict';
import { before, mock, suite, test } from 'node:test';
import { handler as clean } from '../../../functions/driver/clean.ts';
import { measureSettled } from '../../../functions/driver/settling/phase-metrics.ts';
import type { PhaseResult } from '../../../lib/driver/run/settle-phase.ts';
import { environment } from '../../../lib/names/environment.ts';
import { main, mergedOf, planOf } from '../../driver/run/records.ts';
import { openMemory } from '../memory.ts';

type Line = Readonly<Record<string, unknown>>;

/** The metrics that `act` writes, without the metadata (`_aws`) of CloudWatch's embedded metric format. */
async function metricsOf(act: () => unknown): Promise<Line[]> {
  const lines = mock.method(console, 'log', () => undefined);
  const warnings = mock.method(console, 'warn', () => undefined);
  try {
    await act();
    return lines.mock.calls
      .map(({ arguments: [text] }) => JSON.parse(String(text)) as Line)
      .filter((line) => '_aws' in line)
      .map(({ _aws: _, ...values }) => values);
  } finally {
    lines.mock.restore();
    warnings.mock.restore();
  }
}

suite('metrics', () => {
  const memory = openMemory();
  before(() => {
    process.env[environment.metricNamespace] = 'Downpour/test';
  });

  test('report the drives of a phase, how late they sent, and how long it took to merge them', async () => {
    const merged = mergedOf('main', [{ skewMs: 3 }, { skewMs: 12 }], 2e6);
    const result: PhaseResult = { version: 1, phase: 0, merged, verdicts: [] };
    const [took, drives] = await metricsOf(() => measureSettled(planOf([main], 3), result, 1.5));
    assert.deepEqual(took, { Step: 'settle', MergeSeconds: 1.5 });
    const { LatenessP99: late, ...counts } = drives as Line & { LatenessP99: number };
    assert.deepEqual(counts, {
      DrivesStarted: 2,
      DrivesMissed: 0,
      DrivesLost: 1,
      RequestsPerDrive: 10,
      StartSkew: 12,
    });
    assert.ok(Math.abs(late - 2) < 0.1, `${late} ms`);
  });

  test('report that drives started at the agreed instant', async () => {
    const merged = mergedOf('main', [{ skewMs: 0 }], 2e6);
    const result: PhaseResult = { version: 1, phase: 0, merged, verdicts: [] };
    const [, drives] = await metricsOf(() => measureSettled(planOf([main], 1), result, 1));
    assert.equal(drives?.StartSkew, 0);
  });

  test('count a late drive as missed, and no request that was not sent', async () => {
    const merged = { ...mergedOf('main', [{ result: 'missed' }]), rows: new Uint8Array() };
    const result: PhaseResult = { version: 1, phase: 0, merged, verdicts: [] };
    const [, drives] = await metricsOf(() => measureSettled(planOf([main], 1), result, 1));
    assert.deepEqual(
      [drives?.DrivesStarted, drives?.DrivesMissed, drives?.DrivesLost],
      [0, 1, 0],
      JSON.stringify(drives),
    );
    assert.ok(!('RequestsPerDrive' in (drives ?? {})) && !('LatenessP99' in (drives ?? {})));
  });

  test('report the end of a burst that is cleaned up once, and who ended it', async () => {
    const burst = {
      benchmark: 'b',
      file: 'f',
      seed: 1,
      user: 'ada',
      createdAt: 1,
      state: 'running',
    } as const;
    const cleaned = async (id: string, error: string): Promise<Line[]> => {
      if (!memory.records.has(id)) memory.records.set(id, { ...burst, id });
      return metricsOf(() => clean({ burst: id, execution: id, error, cause: '' }));
    };
    const ended = { State: 'incomplete', BurstsEnded: 1 };
    assert.deepEqual(await cleaned('m-1', 'Error'), [ended]);
    assert.deepEqual(await cleaned('m-1', 'Error'), [], 'a repeat counts nothing');
    assert.deepEqual(await cleaned('m-2', 'States.ABORTED'), [{ BurstsReaped: 1 }, ended]);
    assert.deepEqual(await cleaned('m-3', 'States.Timeout'), [ended]);
  });
});
