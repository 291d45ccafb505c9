import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { missedLine, scheduleLine, scheduleLines } from '../../../bin/schedule/schedule-lines.ts';
import { unpainted } from '../../../bin/terminal/paint.ts';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { startDownpour } from '../downpour.ts';
import { typed } from '../typed.ts';

/** The commands that add, list, run and remove schedules, on one machine. */

const text = `name: evening shop
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;

const type = (environment: NodeJS.ProcessEnv, ...words: readonly string[]) =>
  typed(['schedule', ...words], { environment });

suite('schedule', () => {
  const scope = suiteScope();
  let dir = '';
  let file = '';
  let environment: NodeJS.ProcessEnv = {};
  const run = (...words: readonly string[]) => type(environment, ...words);
  before(async () => {
    dir = scratchDir(scope);
    file = join(dir, 'shop.hf.yaml');
    writeFileSync(file, text);
    const serve = startDownpour(['serve', '--port', '0', '--json', '--data', join(dir, 'data')]);
    scope.after(async () => {
      serve.kill('SIGINT');
      if (serve.exitCode === null) await once(serve, 'close');
    });
    const [line] = await once(serve.stdout, 'data');
    const { url, apiKey } = JSON.parse(String(line));
    environment = { DOWNPOUR_URL: url, DOWNPOUR_API_KEY: apiKey };
  });

  test('add, list, run and remove report what they did', async () => {
    const added = await run('add', file, '--cron', '30 3 * * 1-5', '--timezone', 'Asia/Kolkata');
    assert.equal(added.code, 0, `${added.error}`);
    assert.match(
      added.out,
      /^Schedule evening-shop is added\.\n {2}when {2}30 3 \* \* MON-FRI \(Asia\/Kolkata\) {2}cron\(30 3 \? \* MON-FRI \*\)\n/,
    );
    const times = /next {2}(.*)/.exec(added.out)?.[1]?.split(', ') ?? [];
    assert.equal(times.length, 3);
    for (const time of times) assert.match(time, /^(Mon|Tue|Wed|Thu|Fri) \d{4}-\d\d-\d\d 03:30 \+05:30$/);
    assert.match(
      (await run('add', file, '--cron', '@daily')).error?.message ?? '',
      /there is already a schedule 'evening-shop'/,
    );

    const started = await run('run', 'evening-shop', '--json');
    assert.equal(started.code, 0, `${started.error}`);
    const { burst } = JSON.parse(started.out) as { burst: string };
    const listed = await run('list');
    assert.match(
      listed.out,
      new RegExp(
        `^evening-shop\n.*\n {2}next .*\n {2}runs {2}evening shop for admin\n {2}last {2}.* ${burst} {2}\\w+\n`,
      ),
    );
    const { schedules } = JSON.parse((await run('list', '--json')).out);
    assert.deepEqual([schedules[0].last.burst, schedules[0].next.length], [burst, 3]);

    assert.equal((await run('remove', 'evening-shop')).out, 'Schedule evening-shop is removed.\n');
    assert.match((await run('list')).out, /^No schedules yet/);
    assert.match(
      (await run('remove', 'evening-shop')).error?.message ?? '',
      /there is no schedule 'evening-shop'/,
    );
  });

  test('keeps an added schedule for the next start on one machine', async () => {
    await run('add', file, '--cron', 'rate(5 hours)', '--name', 'kept', '--json');
    const stored = join(dir, 'data', 'schedules.json');
    assert.ok(existsSync(stored));
    const kept = JSON.parse(readFileSync(stored, 'utf8')) as { name: string; expression: string }[];
    // The folder also has the watchdog schedule of another test's burst.
    const [own] = kept.filter(({ name }) => name === 'run.kept');
    assert.equal(own?.expression, 'rate(5 hours)');
    assert.ok(kept.some(({ name, expression }) => /^reap\.b-/.test(name) && /^at\(/.test(expression)));
  });

  test('add and list name a key that will end before one of the next times', async () => {
    const made = await typed(['key', 'create', 'seldom'], { environment });
    const seldom = { ...environment, DOWNPOUR_API_KEY: made.out.trim() };
    const added = await type(seldom, 'add', file, '--cron', '@yearly', '--name', 'yearly');
    const line = /\n {2}key {3}the API key \d+ of the schedule expires after 30 days without use, /;
    assert.match(added.out, line);
    assert.match((await run('list')).out, line);
  });

  test('a name that the API refuses is refused before, with a name like it', async () => {
    const { err, error } = await run('add', file, '--cron', '@daily', '--name', 'my night!');
    assert.match(`${err}${error?.message}`, /Expected at most 50 letters, .* such as my-night\./);
  });

  test('a wrong timetable is shown with every place, before anything is asked', async () => {
    const { error, err } = await run('add', file, '--cron', '61 3 * * 9', '--timezone', 'Europe/Pragu');
    assert.equal(error?.message, 'the schedule was not created, because its timetable has 3 problems');
    assert.match(
      err,
      /--cron: the minute must be 0-59, found '61'\n {2}61 3 \* \* 9\n {2}\^\n--cron: the day of week .*\n {2}61 3 \* \* 9\n {11}\^\n--timezone: 'Europe\/Pragu' is not the name of a time zone\n {2}→ such as UTC or Europe\/Prague/,
    );
  });

  test('a burst that would end with the command is not started', async () => {
    const alone = await type({}, 'run', 'kept', '--data', join(dir, 'nobody'));
    assert.match(alone.error?.message ?? '', /No `downpour serve` runs with the folder .*nobody/);
  });
});

test('a missed time names the schedule as its person does', () => {
  const missed = { name: 'run.each-hour', times: 2, last: Date.UTC(2026, 10, 23, 2, 30) };
  assert.equal(
    missedLine(missed),
    'Schedule each-hour missed 2 times while `downpour serve` was not running, the last on Mon 2026-11-23 02:30 UTC.',
  );
});

test('a reason of the key that the last time already has is listed once', () => {
  const problem = 'the API key 2 of the schedule is revoked or expired';
  const schedule = {
    name: 'n',
    cron: '@daily',
    expression: '@daily',
    timezone: 'UTC',
    benchmark: 'b',
    user: 'u',
    keyId: 2,
    createdAt: 0,
    next: [],
    keyProblem: problem,
    last: { at: 0, problem },
  };
  const lines = scheduleLines(schedule, { paint: unpainted }).join('\n');
  assert.equal(lines.split(problem).length, 2, lines);
});

test('a time is that of the wall, with how far it is from UTC', () => {
  const at = Date.UTC(2026, 10, 23, 2, 30);
  assert.equal(scheduleLine(at, 'UTC'), 'Mon 2026-11-23 02:30 UTC');
  assert.equal(scheduleLine(at, 'America/St_Johns'), 'Sun 2026-11-22 23:00 -03:30');
  assert.equal(scheduleLine(at, 'Europe/Prague'), 'Mon 2026-11-23 03:30 +01:00');
});
