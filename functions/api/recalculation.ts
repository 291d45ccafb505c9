import type { RecalculationStatus } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Write } from '../../lib/repository/ports/table.ts';
import { failureOfJob, failuresOfTest } from '../../lib/repository/reading/failures.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import type { Test } from '../../lib/repository/records/tests/tests.ts';
import { listDeadLetters, redriveDeadLetters } from '../../lib/repository/work/dead-letters.ts';
import { jobOf } from '../../lib/repository/work/jobs/jobs.ts';
import { holds, type Principal, refuseUnlessAdmin } from '../../lib/results/access.ts';
import { expectedTime, parseTime } from '../../lib/results/time.ts';
import { repository } from '../repository.ts';
import { withJobs, workContext } from '../work-context.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/test/{id}/recalculate': openOperation('test-recalculation', async ({ path, caller, now }) => {
    const test = await visibleTest(repository(), caller, path.id);
    return json(await statusOf(test, caller, now));
  }),

  'GET /api/test/{id}/failures': operation('test-failures', async ({ path, query, caller }) => {
    const test = await visibleTest(repository(), caller, path.id);
    const { limit = 100, cursor } = query;
    return json(await failuresOfTest(repository(), caller, test, { limit, cursor }));
  }),

  'POST /api/test/{id}/recalculate': operation('test-recalculate', async ({ path, caller }) => {
    const { id } = await changeableTest(repository(), caller, path.id);
    await withJobs([{ kind: 'test', test: id }], write);
    return noContent;
  }),

  'POST /api/run/recalculateAll': operation('run-recalculate-all', async ({ query, caller }) => {
    refuseUnlessAdmin(caller);
    const [from, to] = [instant('from', query.from), instant('to', query.to)];
    if (from > to)
      throw new DownpourError(
        'TIME_INVALID',
        400,
        `the parameter 'from' (${query.from}) is later than the parameter 'to' (${query.to}): exchange the two values`,
      );
    await withJobs([{ kind: 'time', from, to }], write);
    return noContent;
  }),

  'GET /api/work/failures': operation('failure-list', async ({ query, caller }) => {
    refuseUnlessAdmin(caller);
    const { limit = 100, cursor } = query;
    return json(await listDeadLetters(repository().table, { limit, cursor }));
  }),

  'POST /api/work/failures/again': operation('failure-again', async ({ caller, now }) => {
    refuseUnlessAdmin(caller);
    return json(await redriveDeadLetters(repository().table, workContext().work, againMax, now));
  }),
});

/** The most tasks in the dead-letter queue that one request sends again. */
const againMax = 100;

async function write(writes: readonly Write[]): Promise<void> {
  await repository().table.write(writes);
}

/**
 * The status of a test's recalculation. Without a job, no recalculation is pending and the values are
 * complete.
 */
async function statusOf({ id, owner }: Test, caller: Principal, now: number): Promise<RecalculationStatus> {
  const { runs, table } = repository();
  const job = await jobOf(table, { kind: 'test', test: id });
  if (job !== undefined) {
    const { startedAt, isListed, listed, finished, datasets } = job;
    const totalRuns = isListed ? listed : Math.max(listed, Number(await runs.count(caller, { testId: id })));
    const mayRead = holds(caller, 'viewer', owner);
    const failure = mayRead ? await failureOfJob(table, { kind: 'test', test: id }) : undefined;
    return { timestamp: startedAt, totalRuns, finished, datasets, ...(failure && { failure }) };
  }
  const all = await runs.count(caller, { testId: id });
  return { timestamp: now, totalRuns: all, finished: all, datasets: all };
}

function instant(name: string, text: string): number {
  const time = parseTime(text);
  if (time !== undefined) return time;
  throw new DownpourError(
    'TIME_INVALID',
    400,
    `the parameter '${name}' must be a time, found '${text}': ${expectedTime(text)}`,
  );
}
