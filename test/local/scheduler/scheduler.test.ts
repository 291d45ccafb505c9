import assert from 'node:assert/strict';
import fs, { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import type { FunctionHost } from '../../../lib/local/function-host/host.ts';
import { createSchedulerEndpoint } from '../../../lib/local/scheduler/endpoint.ts';
import { localScheduler } from '../../../lib/local/scheduler/local-scheduler.ts';
import { lateMsMax, Scheduler } from '../../../lib/local/scheduler/scheduler.ts';
import { VirtualClock } from '../../driver/virtual-clock.ts';
import { clientDefaults, credentials, listening, scratchDir } from '../scratch.ts';

/** EventBridge Scheduler on one machine delivers at the scheduled times, and reports missed times. */

const minute = 60_000;
const iso = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** A simulated machine with a scheduler. The test switches the machine off and on again. */
function machine(context: TestContext) {
  const file = join(scratchDir(context), 'schedules.json');
  const virtual = new VirtualClock();
  const { clock } = virtual;
  const delivered: string[] = [];
  const said: string[] = [];
  const failing = new Set<string>();
  const on = (recurring = true, aheadMs = () => 0): Scheduler =>
    new Scheduler({
      file,
      clock: { ...clock, epochMs: () => clock.epochMs() + aheadMs() },
      recurring,
      log: (error) => void said.push(String(error)),
      invoke: async (arn, input) => {
        delivered.push(`${arn} ${input}`);
        if (failing.has(arn)) throw new Error('no such function');
      },
    });
  return { file, virtual, delivered, said, failing, on };
}

const made = { zone: 'UTC', target: { arn: 'fn', input: '<aws.scheduler.scheduled-time>' } };

/** The next times that are whole quarters of an hour. */
function quarters(clock: VirtualClock, count: number): string[] {
  const first = Math.ceil(clock.clock.epochMs() / (15 * minute));
  return Array.from({ length: count }, (_, index) => `fn ${iso((first + index) * 15 * minute)}`);
}

describe('recurring schedules', () => {
  it('is delivered at each of its times, with the time in the place of its name', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const expected = quarters(virtual, 4);
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    await virtual.pass(60 * minute);
    assert.deepEqual(delivered, expected);
    schedules.remove('a');
    await virtual.pass(60 * minute);
    assert.equal(delivered.length, 4);
    assert.equal(virtual.waiting, 0);
  });

  it('waits while its file cannot be written, and is then delivered once', async (context) => {
    const { file, virtual, delivered, said, on } = machine(context);
    const [first = ''] = quarters(virtual, 1);
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    mkdirSync(`${file}.new`);
    await virtual.pass(Date.parse(first.slice(3)) - virtual.clock.epochMs() + 1000);
    assert.throws(() => schedules.create({ name: 'b', expression: 'rate(1 minute)', ...made }));
    assert.deepEqual(delivered, []);
    assert.match(
      said.at(-1) ?? '',
      /the file of the schedules cannot be written, and a must wait; Downpour tries again in 20 s/,
    );
    rmdirSync(`${file}.new`);
    await virtual.pass(5 * minute);
    assert.deepEqual(delivered, [first]);
    await schedules.close();
  });

  it('is delivered after the clock was far ahead, and not twice after a small step', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const expected = quarters(virtual, 2);
    let aheadMs = 3 * 365 * 24 * 60 * minute;
    const schedules = on(true, () => aheadMs);
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    aheadMs = 0;
    await virtual.pass(30 * minute);
    assert.deepEqual(delivered, expected);
    aheadMs = -10 * minute;
    await virtual.pass(10 * minute);
    assert.deepEqual(delivered, expected);
    await schedules.close();
  });

  it('counts a rate from its start', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const schedules = on();
    schedules.begin();
    const startAt = virtual.clock.epochMs() + 10 * minute;
    schedules.create({ name: 'a', expression: 'rate(10 minutes)', startAt, ...made });
    await virtual.pass(25 * minute);
    assert.deepEqual(delivered, [`fn ${iso(startAt)}`, `fn ${iso(startAt + 10 * minute)}`]);
  });

  it('keeps the time of the wall in its zone', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0 9 * * ? *)', ...made, zone: 'Asia/Kolkata' });
    await virtual.pass(24 * 60 * minute);
    assert.deepEqual(
      delivered.map((each) => each.slice(-9)),
      ['03:30:00Z'],
    );
  });

  it('is not delivered later when Downpour was not running, and is reported', async (context) => {
    const { virtual, delivered, said, on } = machine(context);
    const first = on();
    first.begin();
    first.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    await virtual.pass(15 * minute);
    await first.close();
    const missed = quarters(virtual, 2);
    await virtual.pass(30 * minute);
    const second = on();
    const last = Date.parse(missed[1]?.slice(3) ?? '');
    assert.deepEqual(second.begin(), [{ name: 'a', times: 2, last }]);
    assert.match(
      said.join(),
      /the schedule a missed 2 times while Downpour was not running; the last missed time is /,
    );
    const expected = quarters(virtual, 1);
    await virtual.pass(15 * minute);
    assert.deepEqual(delivered.slice(1), expected);
    await second.close();
    assert.deepEqual(on().begin(), []);
  });

  it('is left alone by who does not stay, and is missed only once somebody does', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const brief = on(false);
    assert.deepEqual(brief.begin(), []);
    brief.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    await virtual.pass(15 * minute);
    await brief.close();
    assert.deepEqual(delivered, []);
    assert.equal(on().begin()[0]?.times, 1);
  });

  it('is not delivered late after a sleep of the machine, and is reported', async (context) => {
    const { virtual, delivered, said, on } = machine(context);
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    const [early, ...later] = quarters(virtual, 3);
    virtual.stall(15 * minute + lateMsMax + 1_000 - (virtual.clock.epochMs() % (15 * minute)) + 15 * minute);
    await virtual.pass(15 * minute);
    assert.equal(delivered.length, 1);
    assert.ok(!delivered.includes(early ?? '') && !delivered.includes(later[0] ?? ''));
    assert.deepEqual(said, [
      `the schedule a missed 2 times because the machine was asleep or its clock was set forward; the last missed time is ${later[0]?.slice(3)}`,
    ]);
  });

  it('is reported once when the clock was set forward by decades, and is delivered again', async (context) => {
    const { virtual, delivered, said, on } = machine(context);
    let aheadMs = 0;
    const schedules = on(true, () => aheadMs);
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(* * * * ? *)', ...made });
    aheadMs = 56 * 365 * 24 * 60 * minute;
    const now = virtual.clock.epochMs() + aheadMs;
    await virtual.pass(minute);
    const wholeMinute = (at: number): string => iso(Math.floor(at / minute) * minute);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^the schedule a missed at least 100 times because .* is \S+Z$/);
    const last = Date.parse(said[0]?.split(' ').at(-1) ?? '');
    assert.ok(now - last > lateMsMax && now - last < lateMsMax + minute + 20_000, iso(last));
    assert.equal(delivered.at(-1), `fn ${wholeMinute(now + minute)}`);
    await schedules.close();
  });

  it('counts a rate also when it was created while the clock was far ahead', async (context) => {
    const { virtual, delivered, on } = machine(context);
    let aheadMs = 60 * 24 * 60 * minute;
    const schedules = on(true, () => aheadMs);
    schedules.begin();
    const startAt = virtual.clock.epochMs() + aheadMs + 10 * minute;
    schedules.create({ name: 'a', expression: 'rate(10 minutes)', startAt, ...made });
    aheadMs = 0;
    await virtual.pass(30 * minute);
    assert.ok(delivered.length >= 2, `${delivered.length}`);
    await schedules.close();
  });

  it('is one of thousands: a turn writes their file once, and a start without missed times never', async (context) => {
    const { file, virtual, delivered, on } = machine(context);
    const due = { expression: 'cron(0/15 * * * ? *)', createdAt: virtual.clock.epochMs(), ...made };
    const stored = Array.from({ length: 2000 }, (_, n) => ({
      name: `${n}`,
      ...due,
      doneUntil: due.createdAt,
    }));
    writeFileSync(file, JSON.stringify(stored));
    const before = statSync(file).ino;
    const schedules = on();
    assert.deepEqual(schedules.begin(), []);
    assert.equal(statSync(file).ino, before);
    const write = context.mock.method(fs, 'writeFileSync');
    syncBuiltinESMExports();
    await virtual.pass(15 * minute);
    assert.deepEqual([delivered.length, write.mock.callCount()], [2000, 1]);
    write.mock.restore();
    syncBuiltinESMExports();
    await schedules.close();
  });

  it('continues when a delivery fails, and reports it', async (context) => {
    const { virtual, delivered, said, failing, on } = machine(context);
    failing.add('fn');
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    await virtual.pass(30 * minute);
    assert.equal(delivered.length, 2);
    assert.equal(said.filter((line) => /could not call its function/.test(line)).length, 2);
  });

  it('is on disk before it is delivered: a time is rather missed than delivered twice', async (context) => {
    const { file, virtual, on } = machine(context);
    const schedules = on();
    schedules.begin();
    schedules.create({ name: 'a', expression: 'cron(0/15 * * * ? *)', ...made });
    const [first = ''] = quarters(virtual, 1);
    await virtual.pass(15 * minute);
    const [stored] = JSON.parse(readFileSync(file, 'utf8')) as { doneUntil: number }[];
    assert.equal(iso(stored?.doneUntil ?? 0), first.slice(3));
  });
});

describe('the scheduler of a cloud', () => {
  it('reports a function that failed as a failed delivery', async (context) => {
    const dataDir = scratchDir(context);
    const target = { arn: 'fn', input: '{}' };
    const due = { expression: 'at(2026-01-01T00:00:00)', zone: 'UTC', createdAt: 0, doneUntil: 0 };
    const once = { name: 'once', ...due, target };
    writeFileSync(join(dataDir, 'schedules.json'), JSON.stringify([once]));
    const host = { invoke: async () => ({ payload: 'out of memory', functionError: 'Unhandled' }) };
    const said: unknown[] = [];
    const { begin, close } = localScheduler({
      dataDir,
      host: () => host as unknown as FunctionHost,
      log: (error) => void said.push(error),
      recurring: true,
    });
    begin();
    await close();
    assert.match(inspect(said), /once could not call its function[\s\S]*out of memory/);
  });
});

describe('one-time schedules', () => {
  const once = (clock: VirtualClock, ms: number) => ({
    name: 'once',
    expression: `at(${iso(clock.clock.epochMs() + ms).slice(0, 19)})`,
    ...made,
  });

  it('is delivered once, and is gone', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const schedules = on(false);
    schedules.begin();
    schedules.create(once(virtual, 5 * minute));
    await virtual.pass(4 * minute);
    assert.deepEqual(delivered, []);
    await virtual.pass(24 * 60 * minute);
    assert.equal(delivered.length, 1);
    assert.throws(() => schedules.remove('once'), /does not exist/);
  });

  it('is delivered late when Downpour was not running', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const first = on();
    first.begin();
    first.create(once(virtual, 5 * minute));
    await first.close();
    await virtual.pass(60 * minute);
    assert.deepEqual(delivered, []);
    assert.deepEqual(on(false).begin(), []);
    assert.equal(delivered.length, 1);
  });
});

describe('the endpoint', () => {
  const commandFor = (more: object = {}) =>
    new CreateScheduleCommand({
      Name: 'run.a',
      GroupName: 'g',
      ScheduleExpression: 'rate(1 hour)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: 'fn', RoleArn: 'role', Input: '{"a":1}' },
      ...more,
    });

  it('speaks the protocol of the service to its own client', async (context) => {
    const { virtual, delivered, on } = machine(context);
    const schedules = on();
    schedules.begin();
    const url = await listening(context, createSchedulerEndpoint({ schedules, credentials }));
    const client = new SchedulerClient({ ...clientDefaults, endpoint: url });
    const startAt = Math.ceil(virtual.clock.epochMs() / 1e3) * 1e3 + 30 * minute;
    const { ScheduleArn } = await client.send(commandFor({ StartDate: new Date(startAt) }));
    assert.match(ScheduleArn ?? '', /schedule\/local\/run\.a$/);
    await assert.rejects(client.send(commandFor()), ConflictException);
    await virtual.pass(31 * minute);
    assert.deepEqual(delivered, ['fn {"a":1}']);
    await client.send(commandFor({ Name: 'off', State: 'DISABLED', ScheduleExpression: 'rate(1 minute)' }));
    await virtual.pass(5 * minute);
    assert.equal(delivered.length, 1);
    await assert.rejects(
      client.send(commandFor({ Name: 'b', ScheduleExpression: 'daily' })),
      ValidationException,
    );
    await client.send(new DeleteScheduleCommand({ Name: 'run.a', GroupName: 'g' }));
    await assert.rejects(
      client.send(new DeleteScheduleCommand({ Name: 'run.a', GroupName: 'g' })),
      ResourceNotFoundException,
    );
    const stranger = { accessKeyId: 'x', secretAccessKey: 'y' };
    await assert.rejects(
      new SchedulerClient({ ...clientDefaults, endpoint: url, credentials: stranger }).send(commandFor()),
      (error: { $metadata?: { httpStatusCode?: number } }) => error.$metadata?.httpStatusCode === 403,
    );
  });
});
