import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { crc32 } from 'node:zlib';
import { runScript } from '../../../lib/local/function-host/kept-script.ts';
import { type Scope, scratchDir } from '../scratch.ts';

type Exports = { readonly sum: (one: number, other: number) => number; readonly place: () => unknown };

const text = `
exports.sum = (one, other) => one + other;
exports.place = () => [require('node:os').platform(), __dirname, __filename];
`;

suite('the compiled code of a script is kept', () => {
  /** A script that has run once, and whose compiled code was kept. */
  function keptOnce(scope: Scope) {
    const folder = scratchDir(scope);
    const path = join(folder, 'script.cjs');
    writeFileSync(path, text);
    const run = () => {
      const { exports, ...script } = runScript(path, join(folder, 'compiled'));
      const { sum, place } = exports as Exports;
      assert.equal(sum(2, 3), 5);
      return { ...script, place };
    };
    const first = run();
    assert.equal(first.isCompiled, false);
    first.keep();
    const files = globSync(join(folder, 'compiled', 'scripts', '*'));
    assert.equal(files.length, 1);
    return { folder, path, run, file: files[0] ?? '' };
  }

  test('and the next run uses it', (t) => {
    const { folder, path, run, file } = keptOnce(t);
    const before = readFileSync(file);
    const { isCompiled, place, keep } = run();
    assert.equal(isCompiled, true);
    assert.deepEqual(place(), [process.platform, folder, path]);
    keep();
    assert.deepEqual(readFileSync(file), before);
  });

  test('with the functions that ran', (t) => {
    const folder = scratchDir(t);
    const bytesOf = (calls: number): number => {
      const [path, compiled] = [join(folder, `${calls}.cjs`), join(folder, `${calls}`)];
      // V8 shares the code of equal scripts, so these differ.
      writeFileSync(path, `exports.late = () => [1, 2, 3].map((one) => one * 7 + ${calls});`);
      const { exports, keep } = runScript(path, compiled);
      for (let call = 0; call < calls; call += 1) (exports as { late: () => unknown }).late();
      keep();
      return readFileSync(globSync(join(compiled, 'scripts', '*'))[0] ?? '').length;
    };
    assert.ok(bytesOf(1) > bytesOf(0) + 100);
  });

  test('and is made again after every damage', (t) => {
    const { run, file } = keptOnce(t);
    const good = readFileSync(file);
    const flipped = Buffer.from(good);
    flipped[good.length - 9]! ^= 1;
    const damaged = [good.subarray(0, good.length - 100), good.subarray(0, 2), Buffer.alloc(0), flipped];
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      const { isCompiled, keep } = run();
      assert.equal(isCompiled, false);
      keep();
      assert.equal(run().isCompiled, true);
    }
  });

  test('and is not used for another script, or with other flags of V8', (t) => {
    const { path, run } = keptOnce(t);
    setFlagsFromString('--expose-gc');
    assert.equal(run().isCompiled, false);
    setFlagsFromString('--no-expose-gc');
    assert.equal(run().isCompiled, true);
    writeFileSync(path, text.replace('one + other', 'other + one'));
    assert.equal(run().isCompiled, false);
  });

  /** Whether another process uses the compiled code. In this process, V8 knows the script already. */
  async function isUsedLater(folder: string, path: string): Promise<string> {
    const module = new URL('../../../lib/local/function-host/kept-script.ts', import.meta.url).href;
    const program = `const { runScript } = await import('${module}');
      console.log(runScript(${JSON.stringify(path)}, ${JSON.stringify(join(folder, 'compiled'))}).isCompiled);`;
    const args = ['--input-type=module', '-e', program];
    return (await promisify(execFile)(process.execPath, args)).stdout.trim();
  }

  test('also when flags of V8 changed after the start of the script', async (t) => {
    const folder = scratchDir(t);
    const path = join(folder, 'script.cjs');
    writeFileSync(path, text);
    const { keep } = runScript(path, join(folder, 'compiled'));
    setFlagsFromString('--expose-gc');
    keep();
    setFlagsFromString('--no-expose-gc');
    assert.equal(await isUsedLater(folder, path), 'true');
  });

  test('and V8 rejects code of another version', async (t) => {
    const { folder, path, file } = keptOnce(t);
    assert.equal(await isUsedLater(folder, path), 'true');
    const bytes = readFileSync(file);
    // The file has our checksum, a magic number of V8, and then the hash of V8's version, which this test
    // changes.
    bytes[8]! ^= 1;
    bytes.writeUInt32LE(crc32(bytes.subarray(4)));
    writeFileSync(file, bytes);
    assert.equal(await isUsedLater(folder, path), 'false');
  });

  test('and is not used when another user may write it', { skip: process.platform === 'win32' }, (t) => {
    const { run, file } = keptOnce(t);
    chmodSync(file, 0o620);
    assert.equal(run().isCompiled, false);
    chmodSync(file, 0o600);
    assert.equal(run().isCompiled, true);
  });

  test('but a folder that cannot be written does not matter', (t) => {
    const folder = scratchDir(t);
    const path = join(folder, 'script.cjs');
    writeFileSync(path, text);
    writeFileSync(join(folder, 'file'), '');
    for (const place of [join(folder, 'file'), undefined]) {
      const { isCompiled, keep, exports } = runScript(path, place);
      keep();
      assert.deepEqual([isCompiled, (exports as Exports).sum(1, 1)], [false, 2]);
    }
  });
});
