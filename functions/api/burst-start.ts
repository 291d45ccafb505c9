import { randomInt } from 'node:crypto';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import { preparePlan } from '../../lib/driver/planning/prepare.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { startMachine } from '../burst-machine.ts';
import { deployment } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { type AuthenticatedCall, operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/** Checks and plans a document, so that all of its problems are reported at once, then starts it. */
export const handler = operation('burst-start', async (call) => {
  const record = recordOf(call);
  const text = call.body.document;
  const { problems, plan } = preparePlan({
    ...record,
    burst: record.id,
    text,
    plannedAt: call.now,
    ...deployment(),
  });
  if (plan === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const message = `the benchmark has ${errors} ${errors === 1 ? 'problem' : 'problems'}`;
    return json({ code: 'BENCHMARK_REFUSED', message, problems, requestId: call.requestId }, 400);
  }
  if (plan.phases.length === 0) {
    const message = 'the benchmark has no phases, so there is nothing to run';
    return json({ code: 'BENCHMARK_REFUSED', message, problems, requestId: call.requestId }, 400);
  }
  await start({ ...record, benchmark: plan.benchmark.name }, text);
  return json({ id: record.id }, 202);
});

const seedMax = 2 ** 32;

const recordOf = ({ body, caller, now }: AuthenticatedCall<'burst-start'>): BurstRecord => ({
  id: burstId(now, (below) => randomInt(below)),
  benchmark: '',
  file: body.file ?? 'benchmark',
  parameters: body.parameters ?? {},
  shards: body.shards,
  seed: body.seed ?? randomInt(seedMax),
  maxErrors: body.maxErrors,
  user: caller.user,
  createdAt: now,
  state: 'planning',
});

async function start(record: BurstRecord, text: string): Promise<void> {
  const { bursts, objects } = burstStores();
  const { id } = record;
  if (!(await bursts.create(record))) throw new Error(`there is a burst ${id} already`);
  await objects.putDocument(id, text);
  try {
    await startMachine(id);
  } catch (error) {
    await bursts.conclude(id, {
      state: 'incomplete',
      endedAt: Date.now(),
      reason: 'the state machine did not start',
    });
    throw error;
  }
}
