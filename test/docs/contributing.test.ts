import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

/**
 * Follows the recipes of CONTRIBUTING.md in a copy of this project. The code blocks of the page are used
 * unchanged.
 */

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
const blocks = [...page.matchAll(/(?:^`([\w./-]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)];
const run = promisify(execFile);

/** The folder for the copy and for temporary files. */
let folder = '';
let copy = '';
/** Runs Node in the copy. The error of a failed program contains its output. */
async function inCopy(...command: readonly string[]): Promise<string> {
  // The profiler keeps its files in the folder for temporary files.
  const options = { cwd: copy, env: { ...process.env, NODE_TEST_CONTEXT: undefined, TMPDIR: folder } };
  const { stdout } = await run(process.execPath, command, options).catch((error) =>
    assert.fail(`node ${command.join(' ')}\n${error.stdout}\n${error.stderr}`),
  );
  return stdout;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-recipes-'));
  copy = join(folder, 'copy');
  const { stdout } = await run('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  const folders = new Set(
    stdout.split('\0').flatMap((file) => (file === '' ? [] : [file.split('/')[0] ?? ''])),
  );
  for (const name of folders) await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
after(() => rm(folder, { recursive: true, force: true }));

// These tests start programs that take minutes on a busy machine.
const patient = { timeout: 600_000 };

describe('the recipes of CONTRIBUTING.md', patient, () => {
  const tests: string[] = [];

  it('fit the files that they name', patient, async () => {
    let file = '';
    for (const [, name, language, text = ''] of blocks) {
      file = name ?? file;
      if (language === 'sh') continue;
      const path = join(copy, file);
      await mkdir(dirname(path), { recursive: true });
      const changed = language === 'diff' ? patched(await readFile(path, 'utf8'), text, file) : text;
      await writeFile(path, changed);
      if (language === 'ts' && file.endsWith('.test.ts')) tests.push(file);
    }
    assert.ok(tests.length >= 4, `only ${tests.length} recipes bring a test`);
    await inCopy('bin/generate.ts');
  });

  it('leave the types in order', patient, async () => {
    // One thread takes a quarter less CPU, and other tests use the other processors.
    await inCopy('node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded');
  });

  it('add what they say, and everything that is made from it', patient, async () => {
    const made = ['test/docs.test.ts', 'test/schema/openapi.test.ts', 'test/driver/run/document.test.ts'];
    await inCopy('--test', '--test-isolation=none', ...tests, ...made);
  });

  it('give commands that work', patient, async () => {
    const lines = blocks.flatMap(([, , language, text = '']) =>
      language === 'sh' ? text.trim().split('\n') : [],
    );
    assert.ok(lines.length >= 4);
    for (const line of lines) {
      const [, command = ''] =
        /^npx node (.+)$/.exec(line) ?? assert.fail(`${line} does not begin with npx node`);
      // A benchmark takes long, so only people who need its numbers run it.
      if (command.endsWith(' bench/record.ts')) continue;
      const words = [...command.matchAll(/[^\s"]*"([^"]*)"|\S+/g)].map(([word]) => word.replaceAll('"', ''));
      const stdout = await inCopy(...words);
      if (words[0] === '--test') assert.match(stdout, /^ℹ pass [1-9]/m, line);
      else assert.match(stdout, /function +own ms +share\n[- ]+\n.*\d %/, line);
    }
  });
});

/** Applies a diff. Its unchanged and its removed lines must occur once in the text. */
function patched(text: string, diff: string, file: string): string {
  const lines = diff.replace(/\n$/, '').split('\n');
  const of = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, ...rest] = text.split(of('-'));
  assert.equal(rest.length, 1, `${file} has ${rest.length} places like this:\n${of('-')}`);
  return `${before}${of('+')}${rest[0]}`;
}
