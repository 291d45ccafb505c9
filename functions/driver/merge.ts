import type { ConductorState } from '../../lib/driver/conducting/state.ts';
import { sentenceOf } from '../../lib/driver/judging/sla.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { type RunDocument, runDocument } from '../../lib/driver/run/document.ts';
import { publicParameters } from '../../lib/driver/run/entries/public-parameters.ts';
import { histogramLog } from '../../lib/driver/run/histogram-log.ts';
import type { RunRecord } from '../../lib/driver/run/run-record.ts';
import type { PhaseResult } from '../../lib/driver/run/settle-phase.ts';
import { environment } from '../../lib/names/environment.ts';
import { measuredBytes, measuredOf } from '../../lib/report/comparison/runs/measured-document.ts';
import { storeRun } from '../../lib/repository/pipeline/store/store-run.ts';
import { teamOf } from '../../lib/results/access.ts';
import { runOutcome } from '../../lib/results/run-outcome.ts';
import { withIndex } from '../../lib/results/upload/upload.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { forgetDocument } from '../burst-files.ts';
import { conduct } from '../conductor-events.ts';
import { deployment, onLambda } from '../deployment.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { burstStores, stores } from '../stores.ts';
import { workContext } from '../work-context.ts';
import { logged } from './states/logged.ts';
import { brokenBy, type MergeInput, type MergeOutput } from './states/messages.ts';

/**
 * Makes the run of a burst, stores it, and then writes the burst's final state, last and once. The run
 * depends only on stored data and is stored under the burst's own idempotency key, so a repeat gives the same
 * run. After that, the document and its files are deleted.
 */
export const handler = logged(merge);

async function merge({ burst }: MergeInput): Promise<MergeOutput> {
  const begun = performance.now();
  const { bursts, objects } = burstStores();
  await bursts.advance(burst, 'merging');
  const record = await bursts.get(burst);
  const before = record && outputOf(record);
  if (before !== undefined) return await forgetting(record, before);
  const conductor = await conduct(burst, { type: 'Tick' });
  if (record === undefined || conductor === undefined)
    throw new Error(
      `burst ${burst} is not in the table of bursts, so its measurements cannot be merged: the state of the burst has expired`,
    );
  const plan = await objects.plan(burst);
  const { parameters = {} } = (await objects.document(burst)) ?? {};
  const results: (PhaseResult | undefined)[] = [];
  for (const { index } of plan.phases) results.push(await objects.phase(burst, index));
  const made = recordOf(record, plan, conductor, parameters, results);
  const document = runDocument(made);
  const { startTime: start, terminateTime: stop } = document.info;
  const draft = await withIndex({
    test: plan.benchmark.name,
    start,
    stop,
    owner: teamOf(record.user),
    access: 'PRIVATE' as const,
    description: null,
    outcome: runOutcome(document),
    body: new TextEncoder().encode(JSON.stringify(document)),
  });
  const caller = { keyId: 0, user: record.user, role: 'user' } as const;
  const context = { caller, idempotencyKey: keyOf(record), now: stop, judged: true } as const;
  const { work } = workContext();
  const { id: runId, due } = await storeRun(workContext(), draft, context);
  await work.send(due);
  // The further objects are stored after the run and under its id, so a repeat writes the same objects again.
  const { runs } = stores();
  await Promise.all([
    runs.putHistograms(runId, histogramLog(made)),
    runs.putMeasured(runId, measuredBytes(measuredOf(document))),
  ]);
  const { state } = document;
  const concludes = await bursts.conclude(burst, { state, endedAt: stop, runId, reason: reasonOf(document) });
  if (concludes) measure({ BurstsEnded: 1 }, state);
  measure({ MergeSeconds: (performance.now() - begun) / 1e3 }, 'merge');
  log.info(`the burst ended, and its state is ${state}`, { burst, run: runId });
  return await forgetting(record, { burst, state, run: runId });
}

/**
 * The idempotency key of a burst's run. An execution that takes over a burst may find other measurements, so
 * it has another key and makes another run.
 */
const keyOf = ({ id, carriedBy = '', endings = 0 }: BurstRecord): string =>
  `burst ${id}${carriedBy === '' ? '' : ` by ${carriedBy}`}${endings === 0 ? '' : ` by hand ${endings}`}`;

/** The output of this state, if an earlier invocation has concluded the burst. */
function outputOf({ id, state, runId }: BurstRecord): MergeOutput | undefined {
  if (runId === undefined || state === 'planning' || state === 'running' || state === 'merging')
    return undefined;
  return { burst: id, state, run: runId };
}

async function forgetting(record: BurstRecord | undefined, output: MergeOutput): Promise<MergeOutput> {
  await forgetDocument(output.burst, record?.files);
  return output;
}

function recordOf(
  record: BurstRecord,
  plan: Plan,
  conductor: ConductorState,
  parameters: Readonly<Record<string, string>>,
  results: readonly (PhaseResult | undefined)[],
): RunRecord {
  const startedAt = conductor.origin ?? record.createdAt;
  const home = deployment().regions?.home || undefined;
  const ends = conductor.phases.map(({ endedAt }) => endedAt ?? startedAt);
  return {
    plan,
    phases: conductor.phases.map((phase, index) => ({
      ...phase,
      merged: results[index]?.merged,
      verdicts: results[index]?.verdicts ?? [],
      notices: results[index]?.notices ?? [],
    })),
    startedAt,
    endedAt: Math.max(startedAt, ...ends),
    ...endOf(record, conductor),
    params: publicParameters(parameters, plan.benchmark.targets),
    place: onLambda() ? 'cloud' : 'one machine',
    version: process.env[environment.version] ?? '',
    ...(home === undefined ? {} : { home }),
  };
}

/** The reasons why a burst ended early, as members of its record. Empty when it ran to its end. */
function endOf(
  { fault }: BurstRecord,
  { stop }: ConductorState,
): Pick<RunRecord, 'broken' | 'stopped' | 'failedEarly'> {
  const broken = fault && brokenBy(fault);
  // A fault stops the drives too. A stop is reported only when it came before the fault.
  return {
    ...(broken === undefined ? {} : { broken }),
    ...(stop === undefined || stop.reason === broken
      ? {}
      : stop.failed === undefined
        ? { stopped: stop.reason }
        : { failedEarly: stop.reason }),
  };
}

/** A sentence that explains how the burst ended. */
function reasonOf({ reason, failures: [failure] }: RunDocument): string | undefined {
  if (reason !== undefined || failure === undefined) return reason;
  const { phase, metric, ...rest } = failure;
  return `phase ${phase}: ${sentenceOf({ ...rest, ...(metric === null ? {} : { metric }) })}`;
}
