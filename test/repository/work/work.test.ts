import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryKey, workParts } from '../../../lib/names/repository-keys.ts';
import type { RepositoryContext } from '../../../lib/repository/context.ts';
import { keyOf } from '../../../lib/repository/ports/table.ts';
import type { RepositoryEvent } from '../../../lib/repository/records/alerting/events.ts';
import { listDeadLetters, redriveDeadLetters } from '../../../lib/repository/work/dead-letters.ts';
import { failureKey } from '../../../lib/repository/work/failure-records.ts';
import {
  AskedLater,
  attemptsMax,
  perform,
  retryAfterS,
  runInline,
} from '../../../lib/repository/work/perform.ts';
import { sweep, sweepAfterStart } from '../../../lib/repository/work/sweep.ts';
import type { JobScope, Task } from '../../../lib/repository/work/task.ts';
import type { Handlers } from '../../../lib/repository/work/task-handlers.ts';
import type { OutboxEntry } from '../../../lib/repository/work/work.ts';
import type { MemoryTable } from '../memory-table.ts';
import { openMemoryTable } from '../memory-table.ts';
import { openQueuedWork } from './queue.ts';

const datasets: Task = { kind: 'datasets', run: 7 };
const labels = (dataset: number): Task => ({ kind: 'labels', dataset });
const runNew = (id: number): RepositoryEvent => ({
  kind: 'run/new',
  testId: 3,
  testName: 'shop',
  run: { id, start: 1, stop: 2, owner: 'dev-team' },
});
const day = 24 * 3_600_000;

describe('work that is due', () => {
  it('is done once it was sent, and then it is off the list', async () => {
    const { done, handlers } = recorded();
    const table = openMemoryTable();
    const { work, drain } = openQueuedWork(handlers, table);
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    assert.equal(listed(table), 1);
    await work.send([due]);
    await drain();
    assert.deepEqual([done, listed(table)], [[datasets], 0]);
  });

  it('is taken off the list through the way to the table that it is done through', async () => {
    const { table, work } = openQueuedWork({});
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    const sizes: number[] = [];
    const write: typeof table.write = async (writes) => {
      sizes.push(writes.length);
      return table.write(writes);
    };
    assert.equal(await work.through({ ...table, write }).done(due), true);
    assert.deepEqual([sizes, await table.get(due.item)], [[1], undefined]);
  });

  it('is taken off the list when what it leads to was written before', async () => {
    const table = openMemoryTable();
    const { work } = openQueuedWork({}, table);
    const due = work.entry(datasets, 'now');
    const result = { ...repositoryKey.counter('done'), value: 1 };
    await table.write([due.write, { put: result }]);
    assert.equal(await work.done(due, [{ put: { ...result, value: 2 }, when: 'absent' }]), false);
    assert.deepEqual([listed(table), (await table.get(repositoryKey.counter('done')))?.value], [0, 1]);
  });

  it('has the group of the work that led to it, also after the sweep', async () => {
    const { table, work, step, sweep, queued, time } = openQueuedWork({
      async datasets(context) {
        const due = context.work.through(context.repository.table).entry(labels(1), 'now');
        await context.repository.table.write([due.write]);
        return { due: [due] };
      },
    });
    const due = work.entry(datasets, 'now', { group: 'team a-team' });
    await table.write([due.write]);
    await work.send([due]);
    await step();
    const group = { task: labels(1), group: 'team a-team' };
    assert.partialDeepStrictEqual(queued, [{ message: group }]);
    const [sent] = queued.splice(0);
    time.now += 61_000;
    await sweep();
    assert.deepEqual(JSON.stringify(queued[0]?.message), JSON.stringify(sent?.message));
  });

  it('is done once when its message comes twice', async () => {
    const { done, handlers } = recorded();
    const { table, work, drain } = openQueuedWork(handlers);
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    await work.send([due, due]);
    await drain();
    assert.deepEqual(done, [datasets]);
  });

  it('that becomes due again while it is being done is done again', async () => {
    const done: Task[] = [];
    const queue = openQueuedWork({
      async datasets(context, task) {
        done.push(task);
        if (done.length > 1) return {};
        const again = context.work.entry(task, 'now');
        await context.repository.table.write([again.write]);
        return { due: [again] };
      },
    });
    const due = queue.work.entry(datasets, 'now');
    await queue.table.write([due.write]);
    await queue.work.send([due]);
    await queue.drain();
    assert.equal(done.length, 2);
  });

  it('lies spread over the parts, the oldest first in each', async () => {
    const table = openMemoryTable();
    const { work, time } = openQueuedWork({}, table);
    for (let n = 0; n < 160; n += 1) {
      time.now += 1;
      await table.write([work.entry(labels(n), 'now').write]);
    }
    for (let part = 0; part < workParts; part += 1) {
      const { items } = await table.page(repositoryKey.work(part, 0, '').pk);
      const times = items.map(({ at }) => Number(at));
      assert.equal(times.length, 10);
      assert.deepEqual(times, times.toSorted());
    }
  });
});

describe('work that is done at once', () => {
  it('needs no message, and its following tasks go to the queue', async () => {
    const { done, handlers } = recorded({ follow: true });
    const { table, work, context, queued, drain } = openQueuedWork(handlers);
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    await runInline(context, handlers, due);
    assert.deepEqual(
      queued.map(({ message }) => message.task),
      [labels(1), labels(2)],
    );
    await drain();
    assert.deepEqual(done, [datasets, labels(1), labels(2)]);
    assert.equal(listed(table as MemoryTable), 0);
  });

  it('goes to the queue when it fails, and its caller does not', async () => {
    let attempts = 0;
    const handlers: Handlers<RepositoryContext> = {
      async datasets() {
        attempts += 1;
        if (attempts === 1) throw new Error('busy');
        return {};
      },
    };
    const { table, work, context, warnings, drain } = openQueuedWork(handlers);
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    await runInline(context, handlers, due);
    assert.equal(warnings.length, 1);
    await drain();
    assert.deepEqual([attempts, listed(table as MemoryTable)], [2, 0]);
  });
});

describe('the sweep', () => {
  it('sends what the queue never took, after a minute and not before', async () => {
    const { done, handlers } = recorded();
    const queue = openQueuedWork(handlers);
    const due = queue.work.entry(datasets, 'now');
    await queue.table.write([due.write]);
    queue.breakQueue(true);
    await queue.work.send([due]);
    assert.equal(queue.warnings.length, 1);
    queue.breakQueue(false);
    queue.time.now += 59_000;
    assert.equal((await queue.sweep()).sent, 0);
    queue.time.now += 1001;
    assert.equal((await queue.sweep()).sent, 1);
    await queue.drain();
    assert.deepEqual(done, [datasets]);
  });

  it('sends it less and less often, and gives it up in the end', async () => {
    const queue = openQueuedWork({});
    const due = queue.work.entry(datasets, 'later');
    await queue.table.write([due.write]);
    const [sentAfter, givenUpAfter]: [number[], number[]] = [[], []];
    for (let minute = 1; minute < 2000; minute += 1) {
      queue.time.now += 60_001;
      const { sent, givenUp, waiting } = await queue.sweep();
      if (sent > 0) sentAfter.push(minute);
      if (givenUp > 0) givenUpAfter.push(minute);
      assert.equal(sent + givenUp + waiting, givenUpAfter.length === 0 || givenUp > 0 ? 1 : 0);
    }
    assert.deepEqual([sentAfter, givenUpAfter], [[1, 2, 6, 22, 86, 342], [1366]]);
    const failure = await queue.table.get(repositoryKey.runFailure(7));
    assert.match(String(failure?.reason), /never finished/);
  });

  it('sends after a start at once all that was due before it, and counts that for nothing', async () => {
    const { done, handlers } = recorded();
    const queue = openQueuedWork(handlers);
    const { table, work, time } = queue;
    const put = async (dataset: number) => {
      const due = work.entry(labels(dataset), 'now');
      await table.write([due.write]);
      return due;
    };
    const [, postponed, givenUp] = [await put(1), await put(2), await put(3)];
    await work.postpone(postponed, time.now + 1000);
    await work.giveUp(givenUp, 'it never ended');
    time.now += 1;
    const startedAt = time.now;
    for (let start = 1; start <= 10; start += 1)
      assert.equal(await sweepAfterStart(table, work, startedAt), 2, `start ${start}`);
    await put(4);
    assert.equal(await sweepAfterStart(table, work, startedAt), 2, 'what became due since then is under way');
    await queue.drain();
    assert.deepEqual(
      done.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      [labels(1), labels(2)],
    );
  });

  it('finds what is due behind all that was given up, and forgets events of more than a month ago', async () => {
    const { done, handlers } = recorded();
    const queue = openQueuedWork(handlers);
    const { table, work, time } = queue;
    const put = async (task: Task, part = '0') => {
      const due = work.entry(task, 'now', { name: `${time.now}000${part}`, at: time.now });
      await table.write([due.write]);
      time.now += 1;
      return due;
    };
    for (let run = 0; run < 2001; run += 1) await work.giveUp(await put({ kind: 'datasets', run }), 'gone');
    const kept = [
      { kind: 'event', event: runNew(1) } as const,
      { kind: 'webhook', action: 2, event: runNew(2) } as const,
    ];
    for (const task of kept) await work.giveUp(await put(task, '1'), 'no answer');
    await put(labels(1));
    const listed = async () =>
      (await listDeadLetters(table, { limit: 5000 })).failures.map(({ what }) => what);
    time.now += 29 * day;
    assert.equal((await queue.sweep()).sent, 1);
    await queue.drain();
    assert.deepEqual(done, [labels(1)]);
    assert.deepEqual((await listed()).slice(-2), ['event', 'webhook']);
    time.now += 2 * day;
    await queue.sweep();
    const left = await listed();
    assert.deepEqual([left.length, new Set(left)], [2001, new Set(['datasets'])]);
    for (const task of kept) assert.equal(await table.get(failureKey(task)), undefined);
  });

  it('sends tasks that a clock far ahead has written or postponed, and tasks behind them', async () => {
    const { done, handlers } = recorded();
    const queue = openQueuedWork(handlers);
    const { table, work, time } = queue;
    const today = time.now;
    const put = async (dataset: number) => {
      const due = work.entry(labels(dataset), 'now');
      await table.write([due.write]);
      return due;
    };
    const postponed = await put(1);
    time.now = today + 400 * day;
    await work.postpone(postponed, time.now + 5000);
    await put(2);
    time.now = today + day / 2;
    await put(3);
    time.now = today + 61_000;
    assert.deepEqual(await queue.sweep(), { sent: 2, givenUp: 0, waiting: 0 });
    await queue.drain();
    assert.deepEqual(new Set(done), new Set([labels(1), labels(2)]));
  });

  it('continues behind tasks that cannot be swept, and names their errors', async () => {
    const table = openMemoryTable();
    const { work, queued, time } = openQueuedWork({}, table);
    const due = [1, 2, 3].map((dataset) => work.entry(labels(dataset), 'now'));
    await table.write(due.map((each) => each.write));
    const write: typeof table.write = (writes) =>
      writes.some((each) => keyOf(each).sk === due[1]?.item.sk)
        ? Promise.reject(new Error('the table is busy'))
        : table.write(writes);
    const failing = { ...table, write };
    await assert.rejects(
      sweep(failing, work.through(failing), time.now + 60_001),
      /^Error: the table is busy$/,
    );
    const sent = queued.map(({ message }) => message.task);
    assert.deepEqual(sent, [labels(1), labels(3)]);
  });

  it('ends when too many tasks cannot be swept', async () => {
    const table = openMemoryTable();
    const { work, time } = openQueuedWork({}, table);
    const due = Array.from({ length: 90 }, (_, dataset) => work.entry(labels(dataset), 'now'));
    await table.write(due.map((each) => each.write));
    let writes = 0;
    const write = () => Promise.reject(new Error(`write ${++writes}`));
    const failed = sweep({ ...table, write }, work, time.now + 60_001);
    await assert.rejects(failed, /write 1; write 2; .*and 15 more errors/);
    assert.equal(writes, 20);
  });

  it('sends a thing once when two sweeps meet', async () => {
    const queue = openQueuedWork({});
    await queue.table.write([queue.work.entry(datasets, 'now').write]);
    queue.time.now += 60_001;
    const both = await Promise.all([queue.sweep(), queue.sweep()]);
    assert.equal(both[0].sent + both[1].sent, 1);
  });
});

describe('a task that always fails', () => {
  const poison: Handlers<RepositoryContext> = {
    async datasets(_, { run }) {
      if (run === 7) throw new Error('no such script');
      return {};
    },
  };

  it('becomes a dead letter, is listed with its run and reason, and delays no other task', async () => {
    const queue = openQueuedWork(poison);
    const dues = [7, 8, 9].map((run) => queue.work.entry({ kind: 'datasets', run }, 'now'));
    await queue.table.write(dues.map(({ write }) => write));
    await queue.work.send(dues);
    await queue.drain();
    assert.deepEqual(
      queue.dead.map(({ task }) => task),
      [datasets],
    );
    assert.equal((await queue.table.get(repositoryKey.runFailure(7)))?.reason, 'no such script');
    assert.equal(listed(queue.table as MemoryTable), 1);
    queue.time.now += 3_600_000;
    assert.equal((await queue.sweep()).sent, 0, 'it is left alone');
  });

  it('is left to the queue between its attempts', async () => {
    const queue = openQueuedWork(poison);
    const due = queue.work.entry(datasets, 'now');
    await queue.table.write([due.write]);
    await queue.work.send([due]);
    await queue.step();
    queue.time.now += 120_000;
    assert.equal((await queue.sweep()).sent, 0);
  });

  it('waits longer when a receiver asks for that, up to an hour', () => {
    const asked = (afterS: number) => new AskedLater('503', afterS);
    const first = [new Error('no'), asked(0), asked(90), asked(7200)].map((error) => retryAfterS(1, error));
    assert.deepEqual([first, retryAfterS(4, asked(90))], [[5, 5, 90, 3600], 320]);
  });

  it('keeps its error when the failure cannot be written', async () => {
    const table = openMemoryTable();
    const { work, context } = openQueuedWork(poison, table);
    const due = work.entry(datasets, 'now');
    await table.write([due.write]);
    const write = () => Promise.reject(new Error('the table is busy'));
    const failing = { ...context, work: work.through({ ...table, write }) };
    for (const attempt of [1, attemptsMax])
      await assert.rejects(perform(failing, poison, due, attempt), {
        message: 'no such script; the table is busy',
        errors: [new Error('no such script'), new Error('the table is busy')],
      });
  });

  it('has a reason of 1,000 characters at most, also when no handler knows its kind', async () => {
    const long: Handlers<RepositoryContext> = {
      datasets: () => Promise.reject(new Error('x'.repeat(2000))),
    };
    for (const [handlers, reason] of [
      [long, 'x'.repeat(1000)],
      [
        {},
        'Downpour has no handler for tasks of the kind datasets; another release of Downpour may have made the task',
      ],
    ] as const) {
      const queue = openQueuedWork(handlers);
      const due = queue.work.entry(datasets, 'now');
      await queue.table.write([due.write]);
      await queue.work.send([due]);
      await queue.drain();
      assert.equal((await queue.table.get(repositoryKey.runFailure(7)))?.reason, reason);
    }
  });

  it('is done when a person sends its dead letter again after the reason is gone', async () => {
    let isMended = false;
    const queue = openQueuedWork({
      async datasets() {
        if (!isMended) throw new Error('no such script');
        return {};
      },
    });
    const due = queue.work.entry(datasets, 'now');
    await queue.table.write([due.write]);
    await queue.work.send([due]);
    await queue.drain();
    isMended = true;
    await queue.work.send(queue.dead);
    await queue.drain();
    assert.equal(await queue.table.get(repositoryKey.runFailure(7)), undefined);
    assert.equal(listed(queue.table as MemoryTable), 0);
  });

  it('is listed with the run, dataset or test of its kind', async () => {
    const { table, work, time } = openQueuedWork({});
    const upload = { test: 3, key: 'k' } as Extract<Task, { kind: 'query' }>['upload'];
    const job = (scope: JobScope): Task => ({ kind: 'job', scope, job: 'a' });
    const cases: readonly (readonly [Task, object])[] = [
      [
        { kind: 'index', run: 1 },
        { what: 'index', runId: 1 },
      ],
      [
        { kind: 'revision', run: 2, revision: 1 },
        { what: 'removal', runId: 2 },
      ],
      [
        { kind: 'remove', of: 'test', id: 3 },
        { what: 'removal', testId: 3 },
      ],
      [
        { kind: 'remove', of: 'schema', id: 3 },
        { what: 'removal', of: 'schema 3' },
      ],
      [
        { kind: 'remove', of: 'variables', test: 3, ids: [1, 2] },
        { what: 'removal', testId: 3, of: 'variables' },
      ],
      [
        { kind: 'remove', of: 'rules', test: 3, ids: [1] },
        { what: 'removal', testId: 3, of: 'rules of missing data' },
      ],
      [labels(4), { what: 'labels', datasetId: 4 }],
      [
        { kind: 'measure', dataset: 5 },
        { what: 'datapoints', datasetId: 5 },
      ],
      [
        { kind: 'forget', run: 6, gone: [] },
        { what: 'datapoints', runId: 6 },
      ],
      [
        { kind: 'query', upload },
        { what: 'query', testId: 3 },
      ],
      [job({ kind: 'test', test: 7 }), { what: 'recalculation', testId: 7 }],
      [job({ kind: 'measures', test: 8 }), { what: 'recalculation', testId: 8, of: 'datapoints' }],
      [job({ kind: 'schema', uri: 'u' }), { what: 'recalculation', of: 'runs of u' }],
      [job({ kind: 'labels', uri: 'u' }), { what: 'recalculation', of: 'labels of u' }],
      // A page of a job is a separate task. Its failure does not replace the failure of the job.
      [
        { kind: 'page', scope: { kind: 'labels', uri: 'u' }, job: 'j', ids: [9] },
        { what: 'recalculation', of: 'labels of u' },
      ],
    ];
    for (const [task] of cases) {
      time.now += 1;
      const due = work.entry(task, 'later');
      await table.write([due.write]);
      await work.giveUp(due, 'gone');
    }
    const { failures } = await listDeadLetters(table, { limit: 20 });
    const about = failures.map(({ failedAt: _, reason: __, again: ___, ...rest }) => rest);
    assert.deepEqual(
      about,
      cases.map(([, expected]) => expected),
    );
  });

  it('is listed with all else that was given up, and done when it is tried again', async () => {
    let isMended = false;
    const fails = async () => {
      if (!isMended) throw new Error('no answer');
      return {};
    };
    const queue = openQueuedWork({ datasets: fails, webhook: fails, event: fails, erase: fails, job: fails });
    const { table, work, time } = queue;
    const event = {
      kind: 'key/expiring',
      key: { id: 5, name: null, user: 'ada', end: 9, toExpiration: 1 },
    } as const;
    const tasks: readonly Task[] = [
      { kind: 'webhook', action: 2, event },
      { kind: 'event', event: { kind: 'missing-data', testId: 3, testName: 'shop', missing: {} } },
      datasets,
      { kind: 'erase', run: 8, revision: 1, test: 3 },
      { kind: 'job', scope: { kind: 'time', from: 0, to: 1000 }, job: 'a' },
    ];
    for (const task of tasks) {
      time.now += 1;
      const due = work.entry(task, 'later');
      await table.write([due.write]);
      await work.send([due]);
    }
    await queue.drain();
    const failures = async () => (await listDeadLetters(table, { limit: 10 })).failures;
    const reported = { failedAt: time.now, reason: 'no answer', again: 'POST /api/work/failures/again' };
    assert.deepEqual(await failures(), [
      { what: 'webhook', of: 'key/expiring', actionId: 2, ...reported },
      { what: 'event', of: 'missing-data', testId: 3, ...reported },
      { what: 'datasets', runId: 7, ...reported },
      { what: 'removal', runId: 8, ...reported },
      {
        what: 'recalculation',
        of: 'runs from 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:01.000Z',
        ...reported,
      },
    ]);
    const first = await listDeadLetters(table, { limit: 3 });
    assert.equal(first.failures.length, 3);
    assert.deepEqual(
      (await listDeadLetters(table, { limit: 3, cursor: first.next })).failures,
      (await failures()).slice(3),
    );
    assert.deepEqual(await redriveDeadLetters(table, work, 3, time.now), { sent: 3, isAll: false });
    assert.equal((await failures()).length, 2, 'what is tried again is under way');
    const letter = repositoryKey.deadLetter({ pk: 'work#gone', sk: '1' });
    assert.equal((await table.page(letter.pk, { limit: 9 })).items.length, 2, 'and has no entry');
    await queue.drain();
    assert.equal((await failures()).length, 5, 'it failed again');
    isMended = true;
    const both = await Promise.all([1, 2].map(() => redriveDeadLetters(table, work, 9, time.now)));
    assert.equal(
      both.reduce((sum, { sent }) => sum + sent, 0),
      5,
      'each thing once',
    );
    await queue.drain();
    assert.deepEqual([await failures(), listed(table as MemoryTable)], [[], 0]);
    await table.write([{ put: { ...letter, item: { pk: 'work#gone', sk: '1' } } }]);
    assert.deepEqual(await redriveDeadLetters(table, work, 9, time.now), { sent: 0, isAll: true });
    assert.equal(await table.get(letter), undefined, 'an entry of no task is deleted');
    assert.equal(await table.get(repositoryKey.runFailure(7)), undefined);
  });

  it('is abandoned after its last attempt, not before', async () => {
    const fails = async () => assert.fail('no answer');
    const { table, work, context } = openQueuedWork({});
    const { write, ...message } = work.entry(datasets, 'now');
    await table.write([write]);
    const abandoned = async (attempt: number) => {
      await assert.rejects(perform(context, { datasets: fails }, message, attempt), /no answer/);
      return (await listDeadLetters(table, { limit: 9 })).failures.length;
    };
    assert.deepEqual([await abandoned(attemptsMax - 1), await abandoned(attemptsMax)], [0, 1]);
  });

  it('hides no other event from the same recipient', async () => {
    const refused = new Set([1, 2]);
    const queue = openQueuedWork({
      async webhook(_, { event }) {
        if ('run' in event && refused.has(event.run.id)) throw new Error('no answer');
        return {};
      },
    });
    const tell = async (id: number, action = 2) => {
      const due = queue.work.entry({ kind: 'webhook', action, event: runNew(id) }, 'now');
      await queue.table.write([due.write]);
      await queue.work.send([due]);
      await queue.drain();
    };
    for (const id of [1, 2, 3]) await tell(id);
    await tell(1, 4);
    const failures = async () => (await listDeadLetters(queue.table, { limit: 10 })).failures.length;
    assert.equal(await failures(), 3, 'the success of another action does not remove their failures');
    refused.delete(1);
    await redriveDeadLetters(queue.table, queue.work, 9, queue.time.now);
    await queue.drain();
    assert.equal(await failures(), 1);
  });

  it('is forgotten when the same was done by another message', async () => {
    let isMended = false;
    const queue = openQueuedWork({
      async datasets() {
        if (!isMended) throw new Error('no such script');
        return {};
      },
    });
    const send = async () => {
      const due = queue.work.entry(datasets, 'now');
      await queue.table.write([due.write]);
      await queue.work.send([due]);
      await queue.drain();
    };
    await send();
    await send();
    assert.equal((await listDeadLetters(queue.table, { limit: 10 })).failures.length, 1, 'twice the same');
    isMended = true;
    await send();
    assert.deepEqual(await listDeadLetters(queue.table, { limit: 10 }), { failures: [] });
    const { pk } = repositoryKey.deadLetter({ pk: '', sk: '' });
    assert.deepEqual((await queue.table.page(pk)).items, [], 'nor is anything left of the list');
    assert.equal(await queue.table.get(repositoryKey.runFailure(7)), undefined);
    assert.equal(listed(queue.table as MemoryTable), 0);
  });
});

describe('two tasks of one dataset that fail', () => {
  const measure: Task = { kind: 'measure', dataset: 1 };
  const key = repositoryKey.datasetFailure(1);
  async function failing(first: Task, second: Task) {
    const poison = new Set(['labels', 'measure']);
    const perform = async (_: unknown, { kind }: Task) => {
      if (poison.has(kind)) throw new Error(`no ${kind}`);
      return {};
    };
    const queue = openQueuedWork({ labels: perform, measure: perform });
    const begin = async (task: Task) => {
      const due = queue.work.entry(task, 'now');
      await queue.table.write([due.write]);
      await queue.work.send([due]);
      await queue.drain();
    };
    await begin(first);
    await begin(second);
    return { ...queue, poison, begin, reason: async () => (await queue.table.get(key))?.reason };
  }

  for (const [first, second] of [
    [labels(1), measure],
    [measure, labels(1)],
  ] as const)
    it(`${first.kind} before ${second.kind}: its labels are what is wrong, until they are made`, async () => {
      const { reason, poison, begin, table } = await failing(first, second);
      assert.deepEqual([await reason(), listed(table as MemoryTable)], ['no labels', 1]);
      poison.delete('measure');
      await begin(measure);
      assert.equal(await reason(), 'no labels', 'to measure it again makes no labels');
      poison.clear();
      await begin(labels(1));
      assert.deepEqual([await reason(), listed(table as MemoryTable)], [undefined, 0]);
    });
});

/** The number of pending outbox entries. */
const listed = ({ items }: MemoryTable): number =>
  [...items].reduce((sum, [pk, part]) => sum + (pk.startsWith('work#') ? part.size : 0), 0);

/**
 * Handlers that record their calls. `follow`: the datasets of a run create tasks for the labels of two
 * datasets.
 */
function recorded({ follow = false } = {}) {
  const done: Task[] = [];
  const handlers: Handlers<RepositoryContext> = {
    async datasets(context, task, priority) {
      done.push(task);
      if (!follow) return {};
      const dues: OutboxEntry[] = [1, 2].map((dataset) => context.work.entry(labels(dataset), priority));
      await context.repository.table.write(dues.map(({ write }) => write));
      return { due: dues };
    },
    async labels(_, task) {
      done.push(task);
      return {};
    },
  };
  return { done, handlers };
}
