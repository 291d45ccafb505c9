import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { project } from '../../lib/project.ts';
import { scratchDir, suiteScope } from '../local/scratch.ts';
import { imageBytesMax, type Packed, pack, userEnvironment } from './packed.ts';

const run = promisify(execFile);
/**
 * The size of Alpine 3.22 with libstdc++, libgcc and gcompat, unpacked, and a reserve for their next
 * releases.
 */
const baseBytes = 20e6;

type Line = { readonly verb: string; readonly rest: string };
type Stage = { readonly name: string | undefined; readonly image: string; readonly lines: readonly Line[] };

describe('the Dockerfile', () => {
  const scope = suiteScope();
  const stages = readStages();
  const last = stages.at(-1)!;
  let folder: string;
  let packed: Packed;
  before(async () => {
    folder = scratchDir(scope);
    packed = await pack(scope);
  });

  it('copies files that exist and that .dockerignore lets through, in an order in which they are there', () => {
    const ignored = read('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'));
    const sources = stages.flatMap(({ lines }) => copies(lines)).filter(({ from }) => from === undefined);
    assert.ok(sources.length > 0);
    for (const source of sources.flatMap(({ files }) => files)) {
      assert.ok(existsSync(join(project, source)), source);
      assert.ok(!ignored.some((pattern) => matchesGlob(source, pattern)), `${source} is ignored`);
    }
    const names = stages.map(({ name }) => name);
    for (const [n, { lines }] of stages.entries())
      for (const { from } of copies(lines))
        if (from !== undefined) assert.ok(names.slice(0, n).includes(from), from);
  });

  it('does not ignore what the package is made of', () => {
    const ignored = read('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'));
    const needed = [
      'bin',
      'lib',
      'functions',
      'schema',
      'docs',
      'examples',
      'node',
      'package.json',
      'tsconfig.json',
    ];
    for (const name of [...needed, 'package-lock.json', 'README.md', 'LICENSE', '.npmrc'])
      assert.ok(!ignored.some((pattern) => matchesGlob(name, pattern)), name);
  });

  it('ends in an image without npm, without packages and without root', () => {
    assert.match(last.image, /^alpine:\d/);
    const user = last.lines.findLast(({ verb }) => verb === 'USER')?.rest;
    assert.ok(user !== undefined && !/^(root|0)(:|$)/.test(user));
    assert.ok(
      last.lines.some(({ verb, rest }) => verb === 'RUN' && rest.includes(`adduser -D -u 1000 ${user}`)),
    );
    assert.deepEqual(
      last.lines.filter(({ verb, rest }) => verb === 'RUN' && /\bnpm\b/.test(rest)),
      [],
    );
    const copied = copies(last.lines).flatMap(({ files }) => files);
    assert.deepEqual(copied, ['/usr/local/bin/node', '/package']);
  });

  it('starts what its build stage unpacks, done here by hand', async () => {
    const unpack = stages[0]!.lines.find(({ rest }) => rest.includes('npm pack'))!.rest;
    assert.match(unpack, /tar -xzf downpour-\*\.tgz -C \/package --strip-components=1$/);
    const [node, program, ...given] = JSON.parse(last.lines.find(({ verb }) => verb === 'ENTRYPOINT')!.rest);
    assert.equal(node, 'node');
    const target = join(folder, 'image', '/opt/downpour');
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', packed.tarball, '-C', target, '--strip-components=1']);
    const options = { env: userEnvironment(process.execPath), cwd: folder };
    const { stdout } = await run(
      process.execPath,
      [join(folder, 'image', program), ...given, '--help'],
      options,
    );
    assert.match(stdout, /^Usage: downpour/);
  });

  it('makes an image of less than 200 MB', (t) => {
    const node = statSync(process.execPath).size;
    const bytes = baseBytes + node + packed.bytesUnpacked;
    t.diagnostic(`${Math.round(bytes / 1e6)} MB: base, Node ${Math.round(node / 1e6)} MB and the package`);
    assert.ok(bytes < imageBytesMax);
  });
});

function read(file: string): readonly string[] {
  return readFileSync(join(project, file), 'utf8').split('\n');
}

function readStages(): readonly Stage[] {
  const lines = read('Dockerfile').filter((line) => /^[A-Z]+ /.test(line));
  const parsed = lines.map((line) => ({ verb: line.split(' ')[0]!, rest: line.replace(/^\w+ /, '') }));
  const starts = parsed.flatMap(({ verb }, n) => (verb === 'FROM' ? [n] : []));
  return starts.map((start, n) => {
    const [image = '', , name] = parsed[start]!.rest.split(' ');
    return { image, name, lines: parsed.slice(start + 1, starts[n + 1]) };
  });
}

/** The files that the COPY lines of a stage copy, each with the stage from which it comes. */
function copies(
  lines: readonly Line[],
): { readonly from: string | undefined; readonly files: readonly string[] }[] {
  return lines
    .filter(({ verb }) => verb === 'COPY')
    .map(({ rest }) => {
      const words = rest.split(' ');
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      return { from, files: words.filter((word) => !word.startsWith('--')).slice(0, -1) };
    });
}
