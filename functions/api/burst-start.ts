import { randomInt } from 'node:crypto';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { judgePlan } from '../../lib/driver/planning/judge.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { BurstDocument } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { startMachine } from '../burst-machine.ts';
import { deployment } from '../deployment.ts';
import { forgetDocument, forgetFiles, readFiles } from '../files.ts';
import { burstStores } from '../stores.ts';
import { type AuthenticatedCall, operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';
import type { Reply } from './pipeline/types.ts';

/** Checks and plans a document, so that all of its problems are reported at once, then starts it. */
export const handler = operation('burst-start', async (call) => {
  const record = recordOf(call);
  const { document: text, parameters = {} } = call.body;
  const { problems, plan } = await prepare(record, { text, parameters });
  if (plan === undefined) {
    // Of the burst itself nothing is stored yet, and what is under this id may be another's.
    await forgetFiles(record.files);
    return refusal(problems, call.requestId);
  }
  if (plan.phases.length === 0) {
    await forgetFiles(record.files);
    const message = 'the benchmark has no phases, so there is nothing to run';
    return json({ code: 'BENCHMARK_REFUSED', message, problems, requestId: call.requestId }, 400);
  }
  await start(
    { ...record, benchmark: plan.benchmark.name },
    { text, parameters },
    call.body.id !== undefined,
  );
  return json({ id: record.id }, 202);
});

const seedMax = 2 ** 32;

const recordOf = ({ body, caller, now }: AuthenticatedCall<'burst-start'>): BurstRecord => ({
  id: body.id ?? burstId(now, (below) => randomInt(below)),
  benchmark: '',
  file: body.file ?? 'benchmark',
  shards: body.shards,
  seed: body.seed ?? randomInt(seedMax),
  maxErrors: body.maxErrors,
  stopOnFailure: body.stopOnFailure,
  ...(body.files === undefined ? {} : { files: body.files }),
  user: caller.user,
  createdAt: now,
  state: 'planning',
});

type Prepared = { readonly problems: readonly Problem[]; readonly plan?: Plan };

/** With the contents of the files, so that nothing that is wrong in them waits for a shard to find it. */
async function prepare(record: BurstRecord, document: BurstDocument): Promise<Prepared> {
  const { contents, problems } = await readFiles(record.files);
  return judgePlan({
    ...record,
    ...document,
    ...deployment(),
    burst: record.id,
    plannedAt: record.createdAt,
    files: contents,
    fileProblems: problems,
    fileRefs: record.files?.list,
    refusesHooks: true,
  });
}

function refusal(problems: readonly Problem[], requestId: string): Reply {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const message = `the benchmark has ${errors} ${errors === 1 ? 'problem' : 'problems'}`;
  return json({ code: 'BENCHMARK_REFUSED', message, problems, requestId }, 400);
}

/** An id of the caller's own is the caller's to change; of two that were made here, the second is a fault. */
function exists(id: string, isGiven: boolean): Error {
  const message = `there is a burst ${id} already`;
  return isGiven ? new DownpourError('BURST_EXISTS', 409, message) : new Error(message);
}

async function start(
  record: BurstRecord,
  { text, parameters }: BurstDocument,
  isGiven: boolean,
): Promise<void> {
  const { bursts, objects } = burstStores();
  const { id } = record;
  if (!(await bursts.create(record))) throw exists(id, isGiven);
  await objects.putDocument(id, text, parameters);
  try {
    await startMachine(id);
  } catch (error) {
    await bursts.conclude(id, {
      state: 'incomplete',
      endedAt: Date.now(),
      reason: 'the state machine did not start',
    });
    await forgetDocument(id, record.files);
    throw error;
  }
}
