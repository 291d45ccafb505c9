import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, beforeEach, mock, suite, test } from 'node:test';
import { ConflictException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SFNClient } from '@aws-sdk/client-sfn';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { handler as timeHasCome } from '../../../functions/driver/start-scheduled.ts';
import { burstFiles, burstStores, scheduleStores, stores } from '../../../functions/stores.ts';
import type { ScheduleSummary } from '../../../lib/api.generated.ts';
import { scheduleLateS } from '../../../lib/facts/timeouts.ts';
import { environment } from '../../../lib/names/environment.ts';
import { unknownUser } from '../../../lib/results/identity/user.ts';
import type { ScheduleRecord } from '../../../lib/store/schedule/records.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { cheapPassword } from './cheap-password.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** A schedule starts its burst once at each of its times, like a request of its author. */

const text = `name: shop
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;

suite('schedules', () => {
  let endpoints: Endpoints;
  const admin = { key: '' };
  /** The inputs of the calls to Step Functions and to EventBridge Scheduler. */
  const started: { name?: string }[] = [];
  const scheduled: Record<string, unknown>[] = [];
  let answer = async (): Promise<object> => ({});
  const output: string[] = [];

  before(async () => {
    endpoints = await openEndpoints();
    Object.assign(process.env, {
      [environment.burstsTable]: process.env[environment.identityTable],
      [environment.stateMachineArn]: 'arn:machine',
      [environment.targets]: '127.0.0.1',
      [environment.scheduleGroup]: 'group',
      [environment.scheduleRole]: 'arn:role',
      [environment.scheduleQueue]: 'arn:queue',
      [environment.reapFunction]: 'arn:reap',
      [environment.scheduledFunction]: 'arn:scheduled',
    });
    mock.method(SFNClient.prototype, 'send', async ({ input }: { input: object }) => started.push(input));
    mock.method(SchedulerClient.prototype, 'send', (command: { input: object }) => {
      scheduled.push({ command: command.constructor.name, ...command.input });
      return answer();
    });
    for (const method of ['error', 'warn', 'log'] as const)
      mock.method(console, method, (line: string) => void output.push(line));
    const made = await firstKey();
    assert.ok('apiKey' in made);
    admin.key = made.apiKey;
  });
  after(async () => {
    mock.restoreAll();
    await endpoints.close();
  });
  beforeEach(() => {
    started.length = 0;
    scheduled.length = 0;
    output.length = 0;
    answer = async () => ({});
  });

  const post = (name: string, body: object = {}, key = admin.key): Promise<Answer> =>
    send('POST /api/schedule', {
      key,
      body: JSON.stringify({ name, cron: '0 3 * * *', document: text, ...body }),
    });
  const add = async (name: string, body: object = {}, key = admin.key): Promise<ScheduleSummary> => {
    const { status, body: reply } = await post(name, body, key);
    assert.equal(status, 201, reply);
    return JSON.parse(reply) as ScheduleSummary;
  };
  const listed = async (key = admin.key): Promise<ScheduleSummary[]> => {
    const { schedules } = JSON.parse((await send('GET /api/schedule', { key })).body);
    return schedules;
  };
  const found = async (name: string): Promise<ScheduleSummary> =>
    (await listed()).find((each) => each.name === name) ?? assert.fail(name);
  const run = (name: string, key = admin.key, headers = {}): Promise<Answer> =>
    send(`POST /api/schedule/${name}/run`, { key, headers });
  const remove = (name: string, key = admin.key): Promise<Answer> =>
    send(`DELETE /api/schedule/${name}`, { key });
  const codeOf = ({ status, body }: Answer) => [status, (JSON.parse(body) as { code: string }).code];
  const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
  /** Delivers the event for one time of a schedule, as EventBridge does. */
  const comes = async (name: string, at = now()): Promise<void> => {
    const { id } = (await scheduleStores().schedules.get(name)) ?? assert.fail(name);
    await timeHasCome({ schedule: name, id, at });
  };
  const executions = (): (string | undefined)[] => started.map(({ name }) => name);
  const end = (burst: string) => burstStores().bursts.conclude(burst, { state: 'passed', endedAt: 1 });
  const burstOf = async (name: string): Promise<string> => (await found(name)).last?.burst ?? assert.fail();

  test('are listed in pages by their names', async () => {
    for (const name of ['page-b', 'page-a', 'page-c']) await add(name);
    const names: string[] = [];
    let line: string | undefined = 'GET /api/schedule?limit=1';
    while (line !== undefined) {
      const { body, headers }: Answer = await send(line, { key: admin.key });
      const { schedules } = JSON.parse(body) as { schedules: ScheduleSummary[] };
      assert.equal(schedules.length, 1);
      names.push(...schedules.map(({ name }) => name));
      const next = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
      line = next && `GET /api/schedule${next}`;
    }
    assert.deepEqual(
      names,
      (await listed()).map(({ name }) => name),
    );
    assert.ok(names.join().includes('page-a,page-b,page-c'));
    for (const name of ['page-a', 'page-b', 'page-c']) await remove(name);
  });

  test('are made in EventBridge with bounds, and tell their next three times', async () => {
    const before = Date.now();
    const made = await add('nightly', { cron: '30 3 * * 1-5', timezone: 'Europe/Prague', file: 'shop.yaml' });
    assert.deepEqual(
      { ...made, keyId: 0, createdAt: 0, next: made.next.length },
      {
        name: 'nightly',
        cron: '30 3 * * MON-FRI',
        expression: 'cron(30 3 ? * MON-FRI *)',
        timezone: 'Europe/Prague',
        benchmark: 'shop',
        user: 'admin',
        keyId: 0,
        createdAt: 0,
        next: 3,
      },
    );
    assert.ok(made.next.every((at) => at > before));
    const { id } = (await scheduleStores().schedules.get('nightly')) ?? assert.fail();
    assert.deepEqual(scheduled, [
      {
        command: 'CreateScheduleCommand',
        Name: 'run.nightly',
        GroupName: 'group',
        ScheduleExpression: 'cron(30 3 ? * MON-FRI *)',
        ScheduleExpressionTimezone: 'Europe/Prague',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: 'arn:scheduled',
          RoleArn: 'arn:role',
          DeadLetterConfig: { Arn: 'arn:queue' },
          Input: JSON.stringify({ schedule: 'nightly', id, at: '<aws.scheduler.scheduled-time>' }),
          RetryPolicy: { MaximumEventAgeInSeconds: scheduleLateS, MaximumRetryAttempts: 10 },
        },
      },
    ]);
    assert.deepEqual(await listed(), [made]);
    assert.deepEqual(codeOf(await post('nightly')), [409, 'SCHEDULE_EXISTS']);
  });

  test('that EventBridge or the table does not accept are not kept, and their name is free', async () => {
    answer = async () => Promise.reject(new Error('throttled'));
    assert.equal((await post('unlucky')).status, 500);
    answer = async () => ({});
    const { schedules } = scheduleStores();
    const { put } = schedules;
    // The store writes the record, but the response is lost.
    const lost = mock.method(schedules, 'put', async (record: ScheduleRecord) => {
      await put(record);
      throw new Error('no response');
    });
    assert.equal((await post('unlucky')).status, 500);
    lost.mock.restore();
    assert.deepEqual(
      (await listed()).filter(({ name }) => name === 'unlucky'),
      [],
    );
    await add('unlucky');
    await remove('unlucky');
  });

  test('replace the schedule that an interrupted call left in EventBridge', async () => {
    let calls = 0;
    answer = async () => {
      calls += 1;
      if (calls === 1)
        throw new ConflictException({ message: 'it exists', Message: 'it exists', $metadata: {} });
      return {};
    };
    await add('left');
    const commands = scheduled.map(({ command }) => command);
    assert.deepEqual(commands, ['CreateScheduleCommand', 'DeleteScheduleCommand', 'CreateScheduleCommand']);
    await remove('left');
  });

  test('at a rate begin one period after they were made, not at once', async () => {
    const { createdAt, next, cron } = await add('hourly', { cron: 'rate(2 hours)' });
    assert.deepEqual(
      [(scheduled[0]?.StartDate as Date | undefined)?.getTime(), cron],
      [createdAt + 7_200_000, 'rate(2 hours)'],
    );
    assert.equal(next[0], createdAt + 7_200_000);
  });

  test('start their burst once, however often a time is delivered', async () => {
    await add('once', { file: 'shop.hf.yaml', shards: 1, seed: 4, maxErrors: 0.5 });
    const at = now();
    await Promise.all([comes('once', at), comes('once', at)]);
    await comes('once', at);
    const burst = await burstOf('once');
    assert.deepEqual(new Set(executions()), new Set([burst]));
    const record = await burstStores().bursts.get(burst);
    assert.deepEqual(
      [
        record?.user,
        record?.schedule,
        record?.file,
        record?.shards,
        record?.seed,
        record?.maxErrors,
        record?.audit?.shards,
      ],
      ['admin', 'once', 'shop.hf.yaml', 1, 4, 0.5, 1],
    );
    assert.equal((await found('once')).last?.at, Date.parse(at));
  });

  test('start no burst while the one before is under way, and another once it has ended', async () => {
    await add('busy');
    await comes('busy', new Date(Date.now() - 60_000).toISOString());
    const first = await burstOf('busy');
    assert.equal((await found('busy')).last?.state, 'planning');
    // While the first burst runs, further starts are refused. The schedule still knows that burst.
    for (let times = 0; times < 2; times++)
      assert.deepEqual(codeOf(await run('busy')), [409, 'SCHEDULE_BUSY']);
    assert.deepEqual(Object.keys((await found('busy')).last ?? {}), ['at', 'problem']);
    await end(first);
    await comes('busy');
    const second = await burstOf('busy');
    assert.notEqual(second, first);
    await comes('busy', new Date(Date.now() + 60_000).toISOString());
    assert.match((await found('busy')).last?.problem ?? '', new RegExp(`${second}, is still running`));
    assert.match(output.join(), /the schedule busy started no burst/);
    assert.deepEqual(executions(), [first, second]);
    await end(second);
    await comes('busy', new Date(Date.now() + 120_000).toISOString());
    const third = await burstOf('busy');
    await burstStores().bursts.conclude(third, { state: 'failed', endedAt: 1, runId: 7 });
    const { state, runId } = (await found('busy')).last ?? {};
    assert.deepEqual([state, runId], ['failed', 7]);
  });

  test('start nothing when their time is delivered too late', async () => {
    await add('late');
    await comes('late', new Date(Date.now() - (scheduleLateS + 5) * 1e3).toISOString());
    assert.match(
      (await found('late')).last?.problem ?? '',
      /^EventBridge Scheduler called 90\d s late, and after 900 s Downpour no longer starts the burst$/,
    );
    await comes('late', new Date(Date.now() - (scheduleLateS - 30) * 1e3).toISOString());
    assert.equal(executions().length, 1);
  });

  test('use the key that made them, so that it does not expire as an unused key', async (t) => {
    const { body: key } = await send('POST /api/user/apikey', { ...admin, body: '{"name":"nightly"}' });
    const id = Number(/^dpr_(\d+)_/.exec(key)?.[1]);
    await add('used', {}, key);
    const soon = Date.now() + 120_000;
    t.mock.method(Date, 'now', () => soon);
    await comes('used', new Date(soon).toISOString());
    assert.equal((await stores().keys.get(id))?.lastUsedAt, soon);
  });

  test('name a key that will end before one of their next times', async () => {
    const { body: key } = await send('POST /api/user/apikey', { ...admin, body: '{"name":"seldom"}' });
    assert.equal((await add('each-hour', { cron: '@hourly' }, key)).keyProblem, undefined);
    const unused =
      /^the API key \d+ of the schedule expires after 30 days without use, before the time of the schedule on 20\d\d-01-01; /;
    assert.match((await add('each-year', { cron: '@yearly' }, key)).keyProblem ?? '', unused);
    assert.match((await found('each-year')).keyProblem ?? '', unused);
    const { body: short } = await send('POST /api/user/apikey', {
      ...admin,
      body: '{"name":"short","unusedDays":0,"expiresInDays":1}',
    });
    assert.match(
      (await add('too-late', { cron: '@yearly' }, short)).keyProblem ?? '',
      /^the API key \d+ of the schedule ends before the time of the schedule on 20\d\d-01-01; /,
    );
    assert.equal((await add('lasting', { cron: '@yearly' })).keyProblem, undefined);
  });

  test('start nothing when the key that made them is no longer good', async () => {
    const { body } = await send('POST /api/user/apikey', { ...admin, body: '{"name":"ci"}' });
    const key = body;
    await add('orphan', {}, key);
    const id = /^dpr_(\d+)_/.exec(key)?.[1] ?? '';
    await send(`PUT /api/user/apikey/${id}/revoke`, { ...admin });
    assert.match((await found('orphan')).keyProblem ?? '', /is revoked or expired; remove the schedule/);
    assert.equal((await found('orphan')).keyId, Number(id));
    await comes('orphan');
    assert.match(
      (await found('orphan')).last?.problem ?? '',
      /the API key \d+ of the schedule is revoked or expired/,
    );
    assert.deepEqual(codeOf(await run('orphan')), [409, 'KEY_NOT_GOOD']);
    assert.deepEqual(executions(), []);
  });

  test('start nothing of a document that is refused by now, tell who asks why, and quote nothing of it', async () => {
    await add('refused');
    process.env[environment.targets] = 'shop.example.com';
    try {
      await comes('refused');
      assert.equal(
        (await found('refused')).last?.problem,
        'the benchmark has 1 problem; `downpour schedule run refused` lists the problems',
      );
      assert.doesNotMatch(output.join(), /127\.0\.0\.1/);
      const { status, body } = await run('refused');
      assert.equal(status, 400);
      assert.match(body, /127\.0\.0\.1/);
    } finally {
      process.env[environment.targets] = '127.0.0.1';
    }
    assert.deepEqual(executions(), []);
  });

  test('start a burst now for who asks, and the same one for who asks again', async () => {
    await add('now');
    const headers = { 'idempotency-key': 'k' };
    const [first, again] = [await run('now', admin.key, headers), await run('now', admin.key, headers)];
    assert.equal(first.status, 202, first.body);
    assert.equal(JSON.parse(again.body).id, JSON.parse(first.body).id);
    assert.deepEqual(executions(), [JSON.parse(first.body).id]);
    assert.equal(await burstOf('now'), JSON.parse(first.body).id);
  });

  test('keep the files of their document, and lend each burst its own', async () => {
    const content = Buffer.from('ada\ngrace\n');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const upload = randomUUID();
    await burstFiles().put(upload, sha256, content);
    const document = text.replace(
      '{ httpRequest: { GET: / } }',
      '{ randomItem: { toVar: who, file: who.txt } }, { httpRequest: { GET: / } }',
    );
    const files = { upload, list: [{ path: 'who.txt', sha256, bytes: content.length }] };
    await add('filed', { document, files });
    assert.equal(await burstFiles().get(upload, sha256), undefined);
    const at = now();
    await comes('filed', at);
    const burst = await burstOf('filed');
    const lent = (await burstStores().bursts.get(burst))?.files?.upload ?? '';
    assert.match(lent, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'as an upload of a client');
    assert.deepEqual(await burstFiles().get(lent, sha256), content);
    // The burst is over, and its time is delivered again. Its deleted data is not stored again.
    await burstFiles().erase(lent, files.list);
    await comes('filed', at);
    assert.equal(await burstFiles().get(lent, sha256), undefined);
    await end(burst);
    await comes('filed', new Date(Date.now() + 1_000).toISOString());
    assert.equal(executions().length, 2);
    const { id } = (await scheduleStores().schedules.get('filed')) ?? assert.fail();
    await remove('filed');
    assert.equal(await scheduleStores().objects.file(id, sha256), undefined);
  });

  test('start nothing when a deletion has taken their document, and tell who asks', async () => {
    const { name } = await add('gone-document');
    const { id } = (await scheduleStores().schedules.get(name)) ?? assert.fail(name);
    await scheduleStores().objects.erase(id);
    assert.deepEqual(codeOf(await run(name)), [409, 'SCHEDULE_GONE']);
    assert.deepEqual(executions(), []);
  });

  test('are deleted with all that they keep, in EventBridge first', async () => {
    await add('gone');
    const { id } = (await scheduleStores().schedules.get('gone')) ?? assert.fail();
    scheduled.length = 0;
    assert.equal((await remove('gone')).status, 204);
    assert.deepEqual(scheduled, [{ command: 'DeleteScheduleCommand', Name: 'run.gone', GroupName: 'group' }]);
    assert.equal(await scheduleStores().objects.order(id), undefined);
    assert.deepEqual(codeOf(await remove('gone')), [404, 'SCHEDULE_NOT_FOUND']);
    await timeHasCome({ schedule: 'gone', id, at: now() });
    await add('gone');
    await timeHasCome({ schedule: 'gone', id, at: now() });
    assert.deepEqual(executions(), []);
    assert.match(output.join(), /the schedule gone was deleted/);
  });

  test('that EventBridge does not take leave nothing behind', async () => {
    answer = () => Promise.reject(new Error('AccessDenied'));
    assert.equal((await post('denied')).status, 500);
    assert.equal(await scheduleStores().schedules.get('denied'), undefined);
  });

  test('are seen by their team alone', async () => {
    const body = JSON.stringify({ name: 'ada', user: 'ada' });
    const { body: ada } = await send('POST /api/user/apikey', { ...admin, body });
    await add('hidden');
    await add('adas', {}, ada);
    assert.deepEqual(
      (await listed(ada)).map(({ name }) => name),
      ['adas'],
    );
    assert.ok((await listed()).some(({ name }) => name === 'adas'));
    assert.equal((await remove('hidden', ada)).status, 404);
    assert.equal((await run('hidden', ada)).status, 404);
  });

  test('are refused without a key, with which they would start their bursts', async () => {
    const password = cheapPassword('secret');
    await stores().users.add({ ...unknownUser('grace', 1), password });
    const headers = { Authorization: `Basic ${Buffer.from('grace:secret').toString('base64')}` };
    const body = JSON.stringify({ name: 'keyless', cron: '0 3 * * *', document: text });
    const refused = await send('POST /api/schedule', { headers, body });
    assert.deepEqual(codeOf(refused), [400, 'KEY_NEEDED']);
    assert.deepEqual(scheduled, []);
  });

  test('are refused with all that is wrong with their timetable', async () => {
    const { status, body } = await post('wrong', { cron: '61 24 * * *', timezone: 'Europe/Pragu' });
    assert.equal(status, 400);
    const { code, message, details } = JSON.parse(body);
    assert.equal(code, 'TIMETABLE_REFUSED');
    assert.match(
      message,
      /minute must be .*hour must be .*not the name of a time zone \(such as UTC or Europe\/Prague\)/,
    );
    assert.deepEqual(
      details.timetable.map(({ at }: { at: number }) => at),
      [0, 3, 0],
    );
    assert.match((await post('never', { cron: '0 0 30 2 *' })).body, /no time in the future/);
    assert.deepEqual(codeOf(await post('bad', { document: 'name: x' })), [400, 'BENCHMARK_REFUSED']);
    assert.deepEqual(scheduled, []);
  });
});
