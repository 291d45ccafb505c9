import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findPeers, peers } from '../peers/peers.ts';
import { root } from './files.ts';

/** `npm run test:peers` on a machine without any command, where only `node` can be started by its path. */
function run(...args: readonly string[]) {
  const { DOWNPOUR_TEST_RUN: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const child = spawnSync(process.execPath, ['test/peers/run.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...env, PATH: '/nowhere' },
  });
  return { code: child.status, printed: child.stdout + child.stderr };
}

suite('the tests of peers', () => {
  test('lie in a folder a peer, and each peer has some', () => {
    const folders = readdirSync(join(root, 'test/peers'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    assert.deepEqual(folders.toSorted(), peers.map(({ name }) => name).toSorted());
    for (const { name, files } of findPeers()) assert.ok(files.length > 0, name);
  });

  test('are listed with what is missing, and how to install it on three systems', () => {
    const { code, printed } = run('--list');
    assert.equal(code, 0, printed);
    for (const { name } of peers) assert.match(printed, new RegExp(`^(there|MISSING) +${name} `, 'm'));
    assert.match(printed, /^MISSING {2}go .*\n +needs go, openssl$/m);
    for (const system of ['Debian   apt-get install', 'Fedora   dnf install', 'Mac      brew install'])
      assert.match(printed, new RegExp(`^  ${system}.* maven`, 'm'));
    assert.ok(printed.split('\n').length < 40, 'one screen');
  });

  test('fail for a peer that is missing, unless it is left out by name', () => {
    const missing = run('--only', 'go');
    assert.equal(missing.code, 1);
    assert.match(
      missing.printed,
      /go: missing: go, openssl; install the programs, or leave the peer out with --skip go\n[\s\S]*\n0 passed, 1 failed\n$/,
    );
    const skipped = run('--only', 'go', '--skip', 'go');
    assert.equal(skipped.code, 0, skipped.printed);
    assert.match(skipped.printed, /^skipped {2}go /m);
    assert.match(skipped.printed, /left out by --skip: go\n\n0 passed, 0 failed\n$/);
  });

  test('refuse a name that is no peer', () => {
    const { code, printed } = run('--skip', 'goo');
    assert.equal(code, 2);
    assert.match(printed, /no peer has the name 'goo'; the names are chromium, docker, go, /);
  });
});
