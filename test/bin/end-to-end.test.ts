import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../../examples/shop/shop.ts';
import { downpour, program, shell, startDownpour, startProgram } from './downpour.ts';

/** Two shards with load for two seconds, and then a single user. */
const short = `
name: short
http:
  host: !param HOST http://localhost:8080
  sharedConnections: 20
phases:
  - browse:
      constantRate:
        usersPerSec: !param RATE 60
        variance: false
        duration: !param DURATION 2s
        scenario: &visit
          - products:
              - httpRequest:
                  GET: /products
  - last:
      atOnce:
        users: 1
        startAfter: browse
        scenario: *visit
`;

let folder = '';
let shop: Shop;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  await writeFile(join(folder, 'short.hf.yaml'), short);
  shop = await startShop();
});
after(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const running = (...more: string[]) => [
  ...[
    'run',
    join(folder, 'short.hf.yaml'),
    '--data',
    join(folder, 'data'),
    '--shards',
    '2',
    '-P',
    `HOST=${shop.url}`,
  ],
  ...more,
];

test('a run sends what was planned, is kept, and can be queried', async () => {
  shop.reset();
  const { code, stdout, stderr } = await downpour(running('--json', '-', '--seed', '7'));
  const run = JSON.parse(stdout);
  // This machine may be too busy to judge the target, but the counts must be equal.
  assert.deepEqual(
    [run.state, code],
    run.state === 'inconclusive' ? ['inconclusive', 4] : ['passed', 0],
    stderr,
  );
  const counts = run.stats.map(
    (entry: { total: { summary: { requestCount: number } } }) => entry.total.summary.requestCount,
  );
  assert.deepEqual(counts, [120, 1]);
  assert.equal(shop.counts().requests, 121);
  assert.equal(run.seed, 7);
  assert.match(stderr, /short {2}(passed|inconclusive) {2}run 1, .*, 2 shards/);
  assert.match(stderr, /✓ delivered all 121 planned users/);
  const answer = await downpour([
    ...['query', 'last', '$.stats[*].total.summary.requestCount', '--array'],
    ...['--data', join(folder, 'data')],
  ]);
  assert.deepEqual(JSON.parse(answer.stdout), [120, 1]);
  const again = await downpour(['report', 'last', '--data', join(folder, 'data')]);
  const [headline] = again.stdout.split('\n');
  assert.match(headline ?? '', /^short {2}\w+ {2}run 1, .*, 2 shards$/);
  assert.ok(stderr.includes(again.stdout), 'the report is the same as at the end of the run');
  await writeFile(join(folder, 'run.json'), stdout);
  const fromFile = await downpour(['report', join(folder, 'run.json')]);
  assert.equal(fromFile.stdout, again.stdout.replace('run 1, ', ''));
  const exporting = (name: string) =>
    downpour(['export', name, '--format', 'hdr', '--data', join(folder, 'data')]);
  const [stored, ofFile] = [await exporting('last'), await exporting(join(folder, 'run.json'))];
  const rowsOf = ({ stdout: log }: { readonly stdout: string }) =>
    log.match(/^Tag=\w+\.[^:,]+,/gm)?.length ?? 0;
  assert.equal(rowsOf(stored), run.stats.flatMap(({ series }: { series: unknown[] }) => series).length);
  assert.equal(rowsOf(ofFile), 2);
  assert.deepEqual([stored.stderr, ofFile.stderr.slice(0, 24)], ['', 'The export has only tota']);
  const list = JSON.parse((await downpour(['runs', '--json', '--data', join(folder, 'data')])).stdout);
  assert.equal(list.runs[0].outcome.benchmark, 'short');
  assert.equal(list.runs[0].outcome.requests, 121);
});

test('row 141: a run of a file succeeds; without a file, or with a missing file, nothing starts', async () => {
  const { code, stderr } = await downpour(running('--json', join(folder, 'again.json')));
  // This machine may be too busy to judge the target.
  assert.ok(code === 0 || code === 4, stderr);
  shop.reset();
  for (const words of [['run'], ['run', join(folder, 'nosuch.hf.yaml')]]) {
    const refused = await downpour([...words, '--data', join(folder, 'data')]);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /missing required argument 'file'|there is no such file/);
  }
  assert.equal(shop.counts().requests, 0);
});

test('Ctrl-C stops the load, keeps what was measured and exits 130', async () => {
  const child = startDownpour(running('-P', 'DURATION=60s'));
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const closed = once(child, 'close');
  afterFirstSecond(child, () => child.kill('SIGINT'));
  const [code] = await closed;
  assert.equal(code, 130, await stderr);
  assert.match(
    await stdout,
    /Stopping the load\. Press Ctrl-C again.*short {2}stopped {2}run \d+.*stopped by you.*! delivered browse: /s,
  );
});

test('a run can be watched from elsewhere to its end, and left without harm', async (t) => {
  const data = ['--data', join(folder, 'data')];
  // Without `serve`, the work on runs would end with the command.
  const served = startDownpour(['serve', '--port', '0', '--json', ...data]);
  t.after(() => served.kill('SIGKILL'));
  await once(served.stdout, 'data');
  const child = startDownpour(running('-P', 'DURATION=12s'));
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const closed = once(child, 'close');
  await new Promise<void>((resolve) => afterFirstSecond(child, resolve));
  const listed = JSON.parse((await downpour(['bursts', '--active', '--json', ...data])).stdout);
  assert.deepEqual([listed.bursts.length, listed.bursts[0].benchmark], [1, 'short']);
  const leaving = startDownpour(['watch', ...data]);
  const left = text(leaving.stdout);
  leaving.stdout.once('data', () => leaving.kill('SIGINT'));
  assert.equal((await once(leaving, 'close'))[0], 130);
  assert.match(await left, /This command ends, and burst .* continues/);
  const watched = await downpour(['watch', listed.bursts[0].id, ...data]);
  const [code] = await closed;
  // This machine may be too busy to judge the target, but both commands must report the same.
  assert.ok(code === 0 || code === 4, await stderr);
  assert.equal(watched.code, code, watched.stderr);
  const headline = /^short {2}\w+ {2}run \d+/m.exec(await stdout)?.[0] ?? 'no headline';
  assert.ok(watched.stdout.includes(headline), watched.stdout);
  served.kill('SIGINT');
  await once(served, 'close');
});

test('a run can be stopped from elsewhere, although its API ends with it', async () => {
  const data = join(folder, 'stopped');
  const child = startDownpour(
    running('-P', 'DURATION=12s').map((word) => (word === join(folder, 'data') ? data : word)),
  );
  const stderr = text(child.stderr);
  const closed = once(child, 'close');
  await new Promise<void>((resolve) => afterFirstSecond(child, resolve));
  const stopped = await downpour(['stop', 'last', '--data', data]);
  assert.deepEqual([(await closed)[0], stopped.code], [130, 0], stopped.stderr + (await stderr));
  assert.match(stopped.stdout, /^Burst b-\S+ has stopped: .*, run 1 has its measurements\./m);
});

test('a burst whose command was killed is named in the list, and ends for who watches it', async () => {
  const data = ['--data', join(folder, 'killed')];
  const child = startDownpour(
    running('-P', 'DURATION=3s').map((word) =>
      word === join(folder, 'data') ? join(folder, 'killed') : word,
    ),
  );
  const closed = once(child, 'close');
  afterFirstSecond(child, () => child.kill('SIGKILL'));
  await closed;
  const listed = await downpour(['bursts', ...data]);
  const [, id = ''] =
    /^Burst (b-\S+) has not ended, because the command that followed it was interrupted. To continue with the burst: (?:bin\/|npx )downpour watch \1 --data /m.exec(
      listed.stderr,
    ) ?? [];
  assert.match(listed.stdout, new RegExp(`^${id} +interrupted `, 'm'), listed.stderr);
  const watched = await downpour(['watch', id, ...data]);
  assert.equal(watched.code, 3, watched.stdout + watched.stderr);
  const after = await downpour(['bursts', ...data]);
  assert.deepEqual([after.code, after.stderr], [0, '']);
});

test('a stalled driver makes the run inconclusive, names that cause and exits 4', async (t) => {
  if (process.platform !== 'linux') return t.skip('processes are found in /proc');
  const child = startDownpour(running('-P', 'DURATION=4s'));
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const closed = once(child, 'close');
  afterFirstSecond(child, () => {
    const drivers = driversOf(child.pid);
    for (const pid of drivers) process.kill(pid, 'SIGSTOP');
    setTimeout(() => {
      for (const pid of drivers) process.kill(pid, 'SIGCONT');
    }, 1_500);
  });
  const [code] = await closed;
  assert.equal(code, 4, (await stdout) + (await stderr));
  // When other programs use the CPU too, the reason below the run says first that the machine was too busy.
  assert.match(await stdout, /short {2}inconclusive {2}run \d+, .*\n.*(a shard stalled for \d|too busy: )/);
});

/** Acts once, when the command has printed the first second of `browse`. */
function afterFirstSecond(child: ReturnType<typeof startDownpour>, act: () => void): void {
  let received = '';
  const hear = (chunk: Buffer): void => {
    received += chunk.toString();
    if (!/browse +\d+s/.test(received)) return;
    child.stdout.off('data', hear);
    act();
  };
  child.stdout.on('data', hear);
}

/** The ids of the processes that send the load of a command. */
function driversOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('driver/drive'));
}

test('a target without a server fails the run before any load, and exits 1', async () => {
  const { code, stdout } = await downpour(running('-P', 'HOST=http://127.0.0.1:9'));
  assert.equal(code, 1);
  assert.match(stdout, /short {2}failed.*cannot reach http:\/\/127\.0\.0\.1:9: nothing listens on port 9/s);
});

test('while serve is up other commands use it, and its first line is for programs', async (t) => {
  const data = join(folder, 'data');
  const child = startDownpour(['serve', '--port', '0', '--json', '--data', data]);
  t.after(() => child.kill('SIGKILL'));
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  assert.ok(line instanceof Buffer, `serve ended with ${line}`);
  const { url, apiKey } = JSON.parse(String(line));
  const answer = await fetch(`${url}/api/run/list`, { headers: { 'X-Downpour-API-Key': apiKey } });
  assert.equal(answer.status, 200);
  const index = (await (await fetch(url)).json()) as { name: string; openapi: string };
  assert.equal(index.name, 'downpour');
  assert.match(await (await fetch(url + index.openapi)).text(), /^openapi: 3/m);
  assert.match((await downpour(['runs', '--data', data])).stdout, /short/);
  const second = await downpour(['serve', '--port', '0', '--data', data]);
  assert.equal(second.code, 2);
  assert.match(second.stderr, new RegExp(`serves the data folder .* at ${url}`));
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

test('a command over damaged tables warns once of the lost bytes', async () => {
  const data = join(folder, 'damaged');
  for (const team of ['a-team', 'b-team']) await downpour(['team', 'add', team, '--data', data]);
  const tables = join(data, 'tables');
  const log = join(tables, (await readdir(tables)).find((name) => name.endsWith('.log')) ?? '');
  const bytes = await readFile(log);
  await writeFile(log, bytes.fill(0xff, 100, 120));
  const list = () => downpour(['team', 'list', '--data', data]);
  assert.match((await list()).stderr, /warning The tables in .*damaged were damaged, and \d+ bytes of/);
  assert.equal((await list()).stderr, '');
});

test('a team without room is refused once, in a sentence, until its runs are deleted for good', async (t) => {
  const data = join(folder, 'bounded');
  const wrong = await downpour(['serve', '--port', '0', '--data', data], {
    DOWNPOUR_TEAM_STORAGE_GB: 'many',
  });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /DOWNPOUR_TEAM_STORAGE_GB is 'many': expected gigabytes, a number above 0/);
  const child = startDownpour([
    ...['serve', '--port', '0', '--json', '--data', data, '--team-storage', '0.000001'],
  ]);
  t.after(() => child.kill('SIGKILL'));
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  assert.ok(line instanceof Buffer, `serve ended with ${line}`);
  const { url, apiKey } = JSON.parse(String(line));
  const ask = (method: string, path: string) =>
    fetch(`${url}/api/run/${path}`, { method, headers: { 'X-Downpour-API-Key': apiKey } });
  const file = (name: string) => join(folder, `${name} of 700 bytes.json`);
  for (const name of ['first', 'second'])
    await writeFile(file(name), JSON.stringify({ name, text: 'x'.repeat(700) }));
  const upload = (name: string) =>
    downpour([
      ...['upload', file(name), '--test', 'kept', '--start', '2026-01-01'],
      ...['--stop', '2026-01-02', '--data', data],
    ]);
  const kept = await upload('first');
  assert.equal(kept.code, 0, kept.stderr);
  const refused = await upload('second');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /\S+-team may store 1,000 bytes of runs and stores \d+: there is no space/);
  assert.equal((await ask('POST', '1/trash')).status, 204);
  assert.notEqual((await upload('second')).code, 0, 'a run of the trash counts');
  assert.equal((await ask('DELETE', '1')).status, 204);
  const taken = await upload('second');
  assert.equal(taken.code, 0, taken.stderr);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

test('the tour stays up and prints what works as it is printed', async () => {
  const child = startProgram('bin/start.ts', [
    ...[join(folder, 'short.hf.yaml'), '-P', 'DURATION=1s', '--data', join(folder, 'tour up')],
  ]);
  const stderr = text(child.stderr);
  const closed = once(child, 'close');
  let received = '';
  const up = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes('Ctrl-C ends it.')) resolve();
    });
  });
  await Promise.race([up, closed]);
  try {
    const printed = received.match(/^ {2}(bin\/downpour|curl) .*$/gm) ?? [];
    assert.equal(printed.length, 4, received + (child.exitCode === null ? '' : await stderr));
    for (const line of printed) {
      const ended = await shell(line);
      // The verdict of a run does not matter here, because this machine may be busy.
      const codes = line.includes('downpour run') ? [0, 1, 4] : [0];
      assert.ok(codes.includes(ended.code ?? -1), `${line}: ${ended.code}\n${ended.stdout}${ended.stderr}`);
      assert.doesNotMatch(ended.stdout, /UNAUTHORIZED|Not Found/);
    }
  } finally {
    child.kill('SIGINT');
  }
  assert.deepEqual(await closed, [0, null]);
});

test('the tour names the way to its help after a wrong option', async () => {
  const { code, stderr } = await program('bin/start.ts', ['-d']);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /unknown option '-d'\nDid you mean --data\?\nTo see all arguments and options, add --help to the command\./,
  );
});

test('the tour runs, agrees with the target, queries twice and ends', async () => {
  const { code, stdout, stderr } = await program('bin/start.ts', [
    ...[join(folder, 'short.hf.yaml'), '--once', '--data', join(folder, 'tour')],
  ]);
  // On a busy machine the run of the user's document is inconclusive, and the tour continues.
  assert.ok(code === 0 || code === 4, stderr);
  assert.match(stdout, /^Preparing the run$/m);
  assert.match(stdout, /✓ The example shop also counted 121 requests\./);
  assert.equal(stdout.match(/^GET http:\/\/127\.0\.0\.1:\d+\/api\/sql\/1\/queryrun/gm)?.length, 2);
  assert.equal(stdout.match(/^ {2}"valid": true,$/gm)?.length, 2);
  assert.equal(stdout.match(/^ {2}"errorCode": 0,$/gm)?.length, 2);
});
