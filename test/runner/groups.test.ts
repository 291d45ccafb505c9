import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { filesOf, root } from './files.ts';
import { grouped, sharesProcess } from './groups.ts';
import { slowest } from './slowest.ts';

suite('processes of a run of tests', () => {
  test('hold every test file once, and none that needs a peer', () => {
    const files = filesOf([]);
    assert.ok(files.length > 500);
    assert.ok(!files.some((file) => file.startsWith('test/peers/')));
    assert.deepEqual(grouped(files).flat().toSorted(), files);
  });

  test('begin with the slowest files, which exist', () => {
    const single = grouped(filesOf([])).filter((files) => files.length === 1);
    assert.deepEqual(single.slice(0, slowest.length).flat(), slowest);
    for (const file of slowest) assert.ok(existsSync(join(root, file)), `${file} is listed and not there`);
  });

  test('are one for each file where that is requested', () => {
    const files = filesOf(['test/timetable', 'test/detection']);
    assert.deepEqual(
      grouped(files, true),
      files.map((file) => [file]),
    );
  });
});

suite('a test file shares its process', () => {
  const pure = "import { test } from 'node:test';\ntest('a', () => {});\n";
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['pure code', pure, true],
    [
      'hooks, files and mocks, which end with their file',
      `${pure}before(() => mock.timers.enable());\n`,
      true,
    ],
    ['a server', `import { createServer } from 'node:http';\n${pure}`, true],
    ['a change of the environment', `${pure}process.env.A = 'b';\n`, true],
    ['another program', `import { spawn } from 'node:child_process';\n${pure}`, false],
    ['the command line', `import { downpour } from '../downpour.ts';\n${pure}`, false],
    ['a whole cloud', `import { startCloud } from '../../lib/local/cloud.ts';\n${pure}`, false],
    ['a thread', `import { Worker } from 'node:worker_threads';\n${pure}`, false],
    ['a listener of the process', `${pure}process.on('exit', () => {});\n`, false],
    ['a change of what all code sees', `${pure}globalThis.fetch = undefined;\n`, false],
    ['a suite that waits', `suite('b', async () => { await 1; test('c'); });\n`, false],
    ['a measurement of memory', `${pure}process.memoryUsage();\n`, false],
  ];
  for (const [name, source, shares] of rows)
    test(`${shares ? 'with' : 'never with'} ${name}`, () =>
      assert.equal(sharesProcess('test/driver/a.test.ts', source), shares));

  test('never when its room starts processes', () =>
    assert.ok(!sharesProcess('test/burst-simulation/a.test.ts', pure)));
});
