import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { repositoryKey, workParts } from '../../../lib/names/repository-keys.ts';
import type { RepositoryContext } from '../../../lib/repository/context.ts';
import { withJobs } from '../../../lib/repository/pipeline/handlers.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { isOver, jobOf, startJob } from '../../../lib/repository/work/jobs/jobs.ts';
import { perform } from '../../../lib/repository/work/perform.ts';
import type { JobScope } from '../../../lib/repository/work/task.ts';
import type { Handlers } from '../../../lib/repository/work/task-handlers.ts';
import { cases } from '../../runner/cases.ts';
import { openMemoryTable } from '../memory-table.ts';
import { runRow } from '../run-row.ts';
import { Crash, openQueuedWork } from './queue.ts';

const test: JobScope = { kind: 'test', test: 1 };

describe('a job over the runs of a test', () => {
  it('does every run once, none of the trash, and reports its progress (row 131)', async () => {
    const { begin, drain, done, job, insert } = await opened(120);
    await insert(500, { trashed: true });
    await begin();
    await drain();
    assert.deepEqual(
      [...done.keys()].sort((a, b) => a - b),
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
    assert.ok([...done.values()].every((times) => times === 1));
    const { listed, finished, failed, datasets } = await job();
    assert.deepEqual(
      { listed, finished, failed, datasets },
      { listed: 120, finished: 120, failed: 0, datasets: 240 },
    );
    assert.equal(isOver(await job()), true);
  });

  it('is counted once when every message is done by two at once', async () => {
    const { begin, queued, context, handlers, job } = await opened(230);
    await begin();
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      const { message } = next;
      await Promise.all([1, 2].map(() => perform(context, handlers, message, 1)));
    }
    const { listed, finished, datasets } = await job();
    assert.deepEqual([listed, finished, datasets], [230, 230, 460]);
  });

  it('is not over before its last page is', async () => {
    const { begin, step, job } = await opened(120);
    await begin();
    const seen: string[] = [];
    while (await step()) {
      const now = await job();
      assert.equal(isOver(now), now.finished === 120);
      seen.push(`${now.listed} ${now.finished}`);
    }
    assert.equal(seen.at(-1), '120 120');
    assert.ok(seen.length >= 5, 'progress can be seen');
  });

  it('that is empty is over at once', async () => {
    const { begin, drain, job } = await opened(0);
    await begin();
    await drain();
    assert.equal(isOver(await job()), true);
  });

  it('replaces a job that is running', async () => {
    const { begin, step, drain, job, done } = await opened(300);
    await begin();
    for (let n = 0; n < 3; n += 1) await step();
    const before = [...done.values()].reduce((sum, times) => sum + times, 0);
    assert.ok(before > 0 && before < 300);
    await begin();
    await drain();
    assert.equal((await job()).finished, 300, 'the pages of the first one count for nothing');
    assert.equal(
      [...done.values()].reduce((sum, times) => sum + times, 0),
      before + 300,
    );
  });

  it('tries a run again that fails, and does not keep the others waiting for it', async () => {
    let attempts = 0;
    const { begin, drain, job, queued, dead, table } = await opened(30, {
      async datasets(_, { run }) {
        if (run === 7) attempts += 1;
        if (run === 7 && attempts < 3) throw new Error('busy');
        return {};
      },
    });
    await begin();
    await drain();
    const { finished, failed } = await job();
    assert.deepEqual([finished, failed, attempts, queued.length, dead.length], [30, 1, 3, 0, 0]);
    assert.equal(await dueOf(table), 0);
  });

  it('does a page side by side, so that its runs reach the table together', async () => {
    const memory = openMemoryTable();
    const requests: string[] = [];
    const table: Table = {
      ...memory,
      get: (key) => {
        requests.push(`get ${key.pk}`);
        return memory.get(key);
      },
    };
    const { begin, drain } = await opened(25, undefined, table);
    await begin();
    await drain();
    assert.deepEqual(
      requests.filter((one) => one.includes('run#')),
      [],
      'they are read with others',
    );
  });

  it('has few large documents in memory at a time', async () => {
    let [now, most] = [0, 0];
    const { begin, drain, insert, job } = await opened(5, {
      async datasets() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => void setImmediate(resolve));
        now -= 1;
        return {};
      },
    });
    for (let id = 6; id <= 25; id += 1) await insert(id, { sizeBytes: 10_000_000 });
    await begin();
    await drain();
    assert.deepEqual([(await job()).finished, most], [25, 5], 'the five small ones, then four at a time');
  });

  it('reads the document of a run once', async () => {
    const reads: string[] = [];
    const bytes = new TextEncoder().encode('[1,2]');
    const { begin, drain, context } = await opened(2, {
      async datasets({ runs }, { run }) {
        const range = runs.document(run);
        assert.deepEqual([await range(0, 1), await runs.get(run)], [bytes.subarray(0, 1), bytes]);
        assert.deepEqual([await range(1, 3), await runs.get(run)], [bytes.subarray(1, 3), bytes]);
        return {};
      },
    });
    const runs = {
      async get(id: number) {
        reads.push(`whole ${id}`);
        return bytes;
      },
      document: (id: number) => async (start: number, end?: number) => {
        reads.push(`part ${id}`);
        return bytes.subarray(start, end);
      },
    };
    Object.assign(context, { runs });
    await begin();
    await drain();
    assert.deepEqual(reads.sort(), ['part 1', 'part 2', 'whole 1', 'whole 2']);
  });

  it('leaves labels behind at once, and only those that fail to the queue', async () => {
    const labelled: number[] = [];
    const { begin, drain, queued, step } = await opened(25, {
      async datasets(context, { run }, priority) {
        const due = [context.work.entry({ kind: 'labels', dataset: run }, priority)];
        await context.repository.table.write(due.map(({ write }) => write));
        return { due, made: 1 };
      },
      async labels(_, { dataset }) {
        labelled.push(dataset);
        return {};
      },
    });
    await begin();
    await step();
    await step();
    assert.deepEqual([labelled.length, queued.length], [25, 0]);
    await drain();
  });
});

describe('a recalculation of many runs', () => {
  it('has nothing ahead of a new upload', async () => {
    const { begin, step, queued, work, table, done } = await opened(1000);
    await begin();
    await step();
    assert.ok(queued.length >= 5, 'much waits');
    const due = work.entry({ kind: 'datasets', run: 4711 }, 'now');
    await table.write([due.write]);
    await work.send([due]);
    await step();
    assert.equal(done.get(4711), 1, 'it was the next');
  });
});

describe('jobs of other scopes', () => {
  it('go through the runs of a stretch of time, both ends included', async () => {
    const { table, work, time, drain, done, context } = await opened(20);
    await startJob(table, work, { kind: 'time', from: 1005, to: 1010 }, context.now());
    await drain();
    assert.deepEqual(
      [...done.keys()].sort((a, b) => a - b),
      [5, 6, 7, 8, 9, 10],
    );
    assert.ok(time.now > 0);
  });

  it('measure datasets whose ids belong to large runs, without limiting the concurrency', async () => {
    let [now, most] = [0, 0];
    const { table, work, drain, insert, context } = await opened(0, {
      async measure() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => void setImmediate(resolve));
        now -= 1;
        return {};
      },
    });
    for (let id = 1; id <= 20; id += 1) {
      await insert(id, { sizeBytes: 10_000_000 });
      await table.write([{ put: { ...repositoryKey.testDataset(1, id, id, 0), id } }]);
    }
    await startJob(table, work, { kind: 'measures', test: 1 }, context.now());
    await drain();
    assert.equal(most, 20);
  });

  it('go through the runs that name a schema', async () => {
    const { table, work, drain, done, insert, context } = await opened(3);
    const schemas = [{ uri: 'urn:a', source: 0, type: 0, key: null }] as const;
    await insert(77, { schemas });
    await startJob(table, work, { kind: 'schema', uri: 'urn:a' }, context.now());
    await drain();
    assert.deepEqual([...done.keys()], [77]);
  });
});

describe('a process that dies at any place', () => {
  it('every run of a job is done, all is counted once, and nothing is left over', async () => {
    const crashes = fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), fc.boolean()), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(crashes, fc.integer({ min: 1, max: 130 }), async (points, runs) => {
        const mortal = mortalTable();
        const queue = await opened(runs, undefined, mortal.table);
        await queue.begin();
        for (const [after, isWritten] of points) {
          mortal.dieAfter(after, isWritten);
          await queue.step();
          mortal.revive();
        }
        for (let round = 0; round < 20; round += 1) {
          await queue.drain();
          queue.time.now += 10_000_000;
          await queue.sweep();
        }
        const { listed, finished } = await queue.job();
        assert.deepEqual([listed, finished], [runs, runs]);
        assert.equal(queue.done.size, runs);
        assert.equal(await dueOf(queue.table), 0);
        assert.deepEqual(queue.dead, []);
      }),
      { numRuns: cases(20, 60) },
    );
  });
});

/**
 * A table whose process may crash before or after one of its next calls. After the crash all calls fail until
 * the table is revived.
 */
function mortalTable() {
  const table = openMemoryTable();
  let left = Number.POSITIVE_INFINITY;
  let isWritten = false;
  const mortal =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (left < 0) throw new Crash('dead');
      left -= 1;
      if (left >= 0) return call(...args);
      if (isWritten) await call(...args);
      throw new Crash('dying');
    };
  const { get, getMany, page, write, newIds } = table;
  const calls = { get, getMany, page, write, newIds };
  return {
    table: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [name, mortal(call as never)]),
    ) as unknown as Table,
    dieAfter(calls: number, written: boolean): void {
      left = calls;
      isWritten = written;
    },
    revive(): void {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

/** The number of pending outbox entries. */
async function dueOf(table: Table): Promise<number> {
  let sum = 0;
  for (let part = 0; part < workParts; part += 1)
    sum += (await table.page(repositoryKey.work(part, 0, '').pk)).items.length;
  return sum;
}

/**
 * Makes a test with runs whose ids begin at 1 and whose starts begin at 1001. Each run makes two datasets and
 * is recorded.
 */
async function opened(
  runs: number,
  handlers?: Handlers<RepositoryContext>,
  table: Table = openMemoryTable(),
) {
  const done = new Map<number, number>();
  const all = withJobs(
    handlers ?? {
      async datasets(context, { run }) {
        await context.repository.table.get(repositoryKey.run(run));
        done.set(run, (done.get(run) ?? 0) + 1);
        return { made: 2 };
      },
    },
  );
  const queue = openQueuedWork(all, table);
  const insert = (id: number, more: object = {}) =>
    queue.context.repository.runs.insert(runRow(id, { owner: 'dev-team', access: 'PUBLIC', ...more }));
  for (let id = 1; id <= runs; id += 1) await insert(id);
  return {
    ...queue,
    done,
    insert,
    handlers: all,
    begin: () => startJob(table, queue.work, test, queue.time.now),
    job: async () => (await jobOf(table, test)) ?? assert.fail('there is no job'),
  };
}
