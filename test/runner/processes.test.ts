import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import type { WriteStream } from 'node:tty';
import { scratchDir } from '../local/scratch.ts';
import { root } from './files.ts';
import type { Group } from './groups.ts';
import { runAll } from './processes.ts';
import { Report } from './report.ts';

const head = "import { before, suite, test } from 'node:test';\nimport assert from 'node:assert/strict';\n";

/**
 * Runs test files with these sources, in a process each or in one. Returns the text of the report and the
 * number of failures.
 */
async function ran(
  t: test.TestContext,
  sources: readonly string[],
  {
    together = false,
    unready = -1,
    triesAgain = 0,
    jobs = 2,
    hasSpare = false,
    signal = AbortSignal.timeout(600_000),
  }: {
    together?: boolean;
    unready?: number;
    triesAgain?: number;
    jobs?: number;
    hasSpare?: boolean;
    signal?: AbortSignal;
  } = {},
) {
  const folder = scratchDir(t);
  const files = sources.map((source, n) => {
    const file = join(folder, `${n}.test.ts`);
    writeFileSync(file, head + source);
    return relative(root, file);
  });
  const out = new PassThrough();
  const report = new Report(out as unknown as WriteStream, 20);
  report.begin('begins', files.length);
  const groups = together ? [files] : files.map((file) => [file]);
  const ready = async (group: Group): Promise<boolean> => group !== groups[unready];
  await runAll(groups, { jobs, hasSpare: () => hasSpare, report, signal, triesAgain, ready });
  report.end('a note');
  out.end();
  return { printed: await text(out), failed: report.failed };
}

suite('a run of tests', () => {
  test('counts tests and not suites, and ends with the sum', async (t) => {
    const one = "suite('s', () => { test('a', () => {}); test('b', { skip: 'no' }, () => {}); });";
    const { printed, failed } = await ran(t, [one, "test('c', () => {});"]);
    assert.equal(failed, 0);
    assert.match(printed, /\na note\n\n2 passed, 0 failed, 1 skipped\n$/);
    assert.match(printed, /skipped: b/);
  });

  test('leaves out a file whose needs are not there, and runs the files after it', async (t) => {
    const { printed, failed } = await ran(t, ["test('a');", "test('b');", "test('c');"], { unready: 1 });
    assert.equal(failed, 0, printed);
    assert.match(printed, /\n2 passed, 0 failed\n$/);
  });

  test('runs files in one process, and names the file of a failure', async (t) => {
    const { printed, failed } = await ran(
      t,
      ["test('a', () => {});", "test('b', () => assert.equal(1, 2));"],
      { together: true },
    );
    assert.equal(failed, 1);
    assert.match(printed, /1\.test\.ts: b\n/);
    assert.match(printed, /1 !== 2/);
    assert.match(printed, /\n1 passed, 1 failed\n$/);
  });

  test('takes back what a file set in the environment before the next one, and ends its hooks', async (t) => {
    const one =
      "process.env.OF_ONE = 'a'; process.env.PATH += ':b'; beforeEach(() => assert.fail()); suite.skip('s', () => {});";
    const two = "test('b', () => assert.ok(!('OF_ONE' in process.env) && !process.env.PATH.endsWith(':b')));";
    const { printed, failed } = await ran(t, [`import { beforeEach } from 'node:test';\n${one}`, two], {
      together: true,
    });
    assert.equal(failed, 0, printed);
    assert.match(printed, /\n1 passed, 0 failed/);
  });

  test('runs the files of a process one after the other, each read when the one before has ended', async (t) => {
    const one =
      "globalThis.order = ['read 0']; test('a', async () => { await null; globalThis.order.push('ran 0'); });";
    const two =
      "globalThis.order.push('read 1'); test('b', () => assert.deepEqual(globalThis.order, ['read 0', 'ran 0', 'read 1']));";
    const { printed, failed } = await ran(t, [one, two], { together: true });
    assert.equal(failed, 0, printed);
  });

  test('fails for a process of several files in which code throws outside of its tests', async (t) => {
    const throws = "test('a', () => {}); setImmediate(() => { throw new Error('late'); });";
    const later =
      "test('b', () => { setTimeout(() => { throw new Error('later'); }); return new Promise((end) => setTimeout(end, 50)); });";
    for (const source of [throws, later]) {
      const { printed, failed } = await ran(t, [source, "test('c', () => {});"], { together: true });
      assert.ok(failed > 0, printed);
      assert.match(printed, /late/);
    }
  });

  test('takes files from both ends, so that files that wait and files that compute run at the same time', async (t) => {
    const mark = JSON.stringify(join(scratchDir(t), 'mark'));
    const waits = `import { existsSync } from 'node:fs'; import { setImmediate } from 'node:timers/promises';
      test('waits', async () => { while (!existsSync(${mark})) await setImmediate(); });`;
    const last = `import { writeFileSync } from 'node:fs'; test('ends the wait', () => writeFileSync(${mark}, ''));`;
    const { printed, failed } = await ran(t, [waits, waits, last]);
    assert.equal(failed, 0, printed);
  });

  test('runs further files while the machine has something to spare', async (t) => {
    const mark = JSON.stringify(join(scratchDir(t), 'mark'));
    const waits = `import { existsSync } from 'node:fs'; import { setTimeout } from 'node:timers/promises';
      test('waits', async () => { while (!existsSync(${mark})) await setTimeout(10); });`;
    const last = `import { writeFileSync } from 'node:fs'; test('ends the wait', () => writeFileSync(${mark}, ''));`;
    const { printed, failed } = await ran(t, [waits, last], { jobs: 1, hasSpare: true });
    assert.equal(failed, 0, printed);
    assert.match(printed, /\n2 passed, 0 failed\n$/);
  });

  test('continues after a file that does not load', async (t) => {
    const { printed, failed } = await ran(t, ["import './nowhere.ts';", "test('b', () => {});"], {
      together: true,
    });
    assert.equal(failed, 1);
    assert.match(printed, /0\.test\.ts/);
    assert.match(printed, /nowhere\.ts/);
    assert.match(printed, /\n1 passed, 1 failed\n$/);
  });

  test('ends all programs of its tests when it is stopped', async (t) => {
    const stopped = new AbortController();
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const waits = `require('node:net').connect(${port}, '127.0.0.1'); process.on('SIGTERM', () => {});`;
    const source = `import { spawn } from 'node:child_process';
      test('never ends', () => {
        spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { stdio: 'ignore' });
        return new Promise(() => setInterval(() => {}, 1_000));
      });`;
    const connected = once(server, 'connection');
    const run = ran(t, [source], { signal: stopped.signal });
    const [socket] = (await connected) as [Socket];
    const gone = once(socket.resume(), 'close');
    stopped.abort();
    const { printed } = await run;
    await gone.catch((error: Error) => assert.match(error.message, /ECONNRESET/));
    assert.match(printed, /ended with signal SIGTERM/);
  });

  suite('runs what failed a second time', () => {
    const fails = "test('fails', () => assert.equal(1, 2));";
    const onceBad = (t: test.TestContext): string => {
      const mark = JSON.stringify(join(scratchDir(t), 'mark'));
      return `import { existsSync, writeFileSync } from 'node:fs'; test('is bad once', () => {
        const isFirst = !existsSync(${mark}); writeFileSync(${mark}, ''); assert.ok(!isFirst); });`;
    };
    test('and counts the second result, but lists the first failure', async (t) => {
      const { printed, failed } = await ran(t, [onceBad(t), fails], { triesAgain: 2 });
      assert.equal(failed, 1, printed);
      assert.match(
        printed,
        /passed alone:\n {2}\S*0\.test\.ts: is bad once\n\nfailed:\n {2}\S*1\.test\.ts: fails\n/,
      );
      assert.match(printed, /\n1 passed, 1 failed\n$/);
    });
    test('unless more processes failed than may', async (t) => {
      const { printed, failed } = await ran(t, [onceBad(t), fails], { triesAgain: 1 });
      assert.equal(failed, 2, printed);
      assert.doesNotMatch(printed, /second try/);
    });
  });

  for (const [what, source, words] of [
    ['that ends itself', "test('a', () => {}); process.exit(3);", /ended with exit code 3/],
    ['that does not load', "import './nowhere.ts';", /nowhere\.ts/],
    [
      'that throws outside of its tests',
      "test('a', () => {}); setImmediate(() => { throw new Error('late'); });",
      /late/,
    ],
    [
      'whose hook fails',
      "suite('s', () => { before(() => { throw new Error('hook'); }); test('a', () => {}); });",
      /hook/,
    ],
    [
      'that leaves temporary files',
      "import { mkdirSync } from 'node:fs'; import { tmpdir } from 'node:os'; test('a', () => mkdirSync(`${tmpdir()}/left`));",
      /ended with files in its temporary folder: left/,
    ],
    ['that is killed', "test('a', () => process.kill(process.pid, 'SIGKILL'));", /signal SIGKILL/],
  ] as const)
    test(`fails for a file ${what}`, async (t) => {
      const { printed, failed } = await ran(t, [source]);
      assert.ok(failed > 0);
      assert.match(printed, words);
      assert.match(printed, new RegExp(`, ${failed} failed\\n$`));
    });
});
