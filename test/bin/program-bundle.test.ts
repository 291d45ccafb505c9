import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { scratchDir, suiteScope } from '../local/scratch.ts';
import { cloneBelow, userEnvironment } from '../package/packed.ts';

const run = promisify(execFile);

const phase = `usersPerSec: 10
duration: 1s
scenario:
- main: [ httpRequest: { GET: / } ]
`;

describe('the launcher of a clone', () => {
  const scope = suiteScope();
  let clone: string;
  before(() => {
    clone = cloneBelow(scratchDir(scope));
  });

  it('runs the tour from its sources where nothing is built, and says at once what that does', async () => {
    const { stdout, stderr } = await run(process.execPath, [join(clone, 'bin/start'), '--help'], {
      env: userEnvironment(process.execPath),
    });
    assert.match(stdout, /^Downpour runs a benchmark against a small shop on this machine/);
    assert.match(stdout, /^Usage: npm start/m);
    assert.equal(stderr, '');
    assert.equal(existsSync(join(clone, 'dist')), false);
  });

  it('shows what it builds for the first command, and writes nothing of that to standard output', async () => {
    const first = await keyFrom('first');
    assert.match(first.stdout, /^\S+\n$/);
    const [program, functions] = ['the command line', 'the functions'].map(
      (what) => `Getting ready: building ${what}, because source files are new or have changed`,
    );
    assert.match(first.stderr, new RegExp(`^${program}\\n(${program}, \\d+ s\\n)*${functions}\\n`));
    const signs = first.stderr.replaceAll(/^Getting ready: building .*\n/gm, '');
    const second = await keyFrom('second');
    assert.deepEqual([signs, second.stderr], [second.stderr, signs]);
    assert.doesNotMatch(signs, /building/);
  });

  it('builds the program once, also when two commands start at the same time', async () => {
    const both = await Promise.all([help(), help()]);
    for (const { stdout, stderr } of both) assert.match(stdout + stderr, /^Usage: downpour/);
    const built = stamps();
    await help();
    assert.deepEqual(stamps(), built);
  });

  it('loads few modules at its start', () => {
    const folder = join(clone, 'dist/program');
    const begun = note().entries.downpour ?? assert.fail('no command line was built');
    const [, modules] = /"(downpour-\w+\.js)"/.exec(readFileSync(join(folder, begun), 'utf8')) ?? [];
    const loaded = new Set([modules ?? assert.fail('no modules are named')]);
    for (const file of loaded)
      for (const [, imported = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
        /\b(?:import|from)"\.\/([\w-]+\.js)"/g,
      ))
        loaded.add(imported);
    assert.ok(loaded.size > 1 && loaded.size <= 12, `${loaded.size} modules: ${[...loaded].join(', ')}`);
  });

  it('builds nothing when files have new times and the same content, and looks at the content once', async () => {
    const [built, entries] = [stamps(), note().entries];
    const source = join(clone, 'bin/cli/main.ts');
    utimesSync(source, new Date(), new Date(1_000_000));
    await help();
    assert.deepEqual(note().entries, entries);
    assert.equal(note().inputs['bin/cli/main.ts']?.[1], statSync(source).mtimeMs);
    const modules = ([name]: readonly [string, number]) => name !== 'note.json';
    assert.deepEqual(stamps().filter(modules), built.filter(modules));
  });

  it('builds again when a source has changed, and keeps what a running command may still load', async () => {
    const folder = join(clone, 'dist/program');
    const before = readdirSync(folder);
    for (const name of ['listed.js', 'unlisted.js']) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), new Date(0), new Date(0));
    }
    writeFileSync(join(folder, 'used', String(process.pid)), 'listed.js');
    change('bin/program.ts', 'Generates load', 'Rains load');
    assert.match((await help()).stdout, /Rains load/);
    rmSync(join(folder, 'used', String(process.pid)));
    const after = readdirSync(folder);
    assert.deepEqual([after.includes('listed.js'), after.includes('unlisted.js')], [true, false]);
    assert.deepEqual(
      before.filter((name) => !after.includes(name)),
      [],
    );
    assert.ok(after.length > before.length);
  });

  it('lists the files that a command may load while it runs, and only then', async (t) => {
    const folder = join(clone, 'dist/program');
    const args = [join(clone, 'bin/downpour'), 'validate', '-'];
    const command = spawn(process.execPath, args, { env: userEnvironment(process.execPath) });
    t.after(() => command.kill());
    const list = join(folder, 'used', String(command.pid));
    // The command has started and waits for its document on standard input.
    while (!existsSync(list)) await new Promise((resolve) => setTimeout(resolve, 20));
    const listed = readFileSync(list, 'utf8').split('\n');
    assert.deepEqual(
      listed.filter((file) => !existsSync(join(folder, file))),
      [],
    );
    assert.ok(listed.includes(note().entries.downpour ?? ''));
    command.stdin.end();
    await once(command, 'close');
    assert.deepEqual(readdirSync(join(folder, 'used')), []);
  });

  it('looks at the script and the styles of reports, too, which are made for browsers', () => {
    for (const file of [
      'client/main.ts',
      'client/styles/print.css',
      'client/components/time-charts.ts',
      'svg/percentile-curve.ts',
    ]) {
      assert.ok(note().inputs[`lib/report/page/${file}`], file);
    }
  });

  it('starts a run from one script, and keeps its compiled code after a whole run', async (t) => {
    await help();
    const folder = join(clone, 'dist/program');
    const begun = readFileSync(join(folder, note().entries.downpour ?? ''), 'utf8');
    const { size } = statSync(join(folder, /downpour-\w+\.cjs/.exec(begun)?.[0] ?? assert.fail('no script')));
    for (const file of readdirSync(folder))
      if (/^(downpour|chunk)-.*\.js$/.test(file)) rmSync(join(folder, file));
    await assert.rejects(help(), /ERR_MODULE_NOT_FOUND/);
    const compiled = scratchDir(t);
    const target = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    t.after(() => {
      target.closeAllConnections();
      target.close();
    });
    await once(target, 'listening');
    const document = join(compiled, 'one.hf.yaml');
    const { port } = target.address() as AddressInfo;
    writeFileSync(
      document,
      `name: one\nhttp: { host: "http://127.0.0.1:${port}", sharedConnections: 1 }\n${phase}`,
    );
    const keptAfter = async (file: string) => {
      const args = [
        join(clone, 'bin/downpour'),
        'run',
        file,
        '--data',
        join(clone, '.downpour'),
        '--max-errors',
        '1',
      ];
      const env = { ...userEnvironment(process.execPath), NODE_COMPILE_CACHE: compiled };
      const { stdout = '', stderr = '' } = await run(process.execPath, args, { env }).catch((error) => error);
      return { text: stdout + stderr, kept: globSync(join(compiled, 'scripts', `*-${size}`)).length };
    };
    const missing = await keptAfter(join(compiled, 'none.hf.yaml'));
    assert.match(missing.text, /none\.hf\.yaml/);
    assert.equal(missing.kept, 0);
    const shortHelp = await keptAfter('-h');
    assert.match(shortHelp.text, /ERR_MODULE_NOT_FOUND/);
    assert.equal(shortHelp.kept, 0);
    const whole = await keptAfter(document);
    assert.match(whole.text, /Run \d+ is stored/);
    assert.equal(whole.kept, 1);
  });

  it('runs from the sources where it cannot build, and reports it', async () => {
    rmSync(join(clone, 'dist'), { recursive: true });
    writeFileSync(join(clone, 'dist'), 'a file in the place of the folder');
    change('bin/program.ts', 'Rains load', 'Hails load');
    const { stdout, stderr } = await help();
    assert.match(stdout, /Hails load/);
    assert.match(stderr, /starts from its source files/);
  });

  /** A command that starts its own cloud, and whose answer is a new key. */
  const keyFrom = (name: string) =>
    run(
      process.execPath,
      [join(clone, 'bin/downpour'), 'key', 'create', name, '--data', join(clone, '.downpour')],
      { env: userEnvironment(process.execPath) },
    );

  const help = () =>
    run(process.execPath, [join(clone, 'bin/downpour'), '--help'], {
      env: userEnvironment(process.execPath),
    });

  function change(file: string, from: string, to: string): void {
    const text = readFileSync(join(clone, file), 'utf8');
    assert.ok(text.includes(from));
    writeFileSync(join(clone, file), text.replace(from, to));
  }

  /** Each file of the build with its identity on the disk, which changes when the file is written again. */
  function stamps(): readonly (readonly [string, number])[] {
    const folder = join(clone, 'dist/program');
    return readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino] as const);
  }

  function note() {
    return JSON.parse(readFileSync(join(clone, 'dist/program/note.json'), 'utf8')) as {
      readonly entries: Readonly<Record<string, string>>;
      readonly inputs: Readonly<Record<string, readonly [number, number, string]>>;
    };
  }
});
