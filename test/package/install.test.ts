import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { project as clone } from '../../lib/project.ts';
import { type Scope, scratchDir, suiteScope } from '../local/scratch.ts';
import { installedCopy, typed } from './installed.ts';
import { bytesBelow, manifest, npm, type Packed, pack } from './packed.ts';

/** npm gives files other owners when root runs it, so this file also runs as root in the pipeline. */

const installedBytesMax = 60e6;

describe('the package', () => {
  const scope = suiteScope();
  let packed: Packed;
  before(
    async () => {
      packed = await pack(scope);
    },
    { timeout: 300_000 },
  );

  it('contains the built files and the pages, and no source file', (t) => {
    t.diagnostic(
      `${packed.files.length} files, ${mb(packed.bytes)} packed, ${mb(packed.bytesUnpacked)} unpacked`,
    );
    const locations = new Set(packed.files.map((file) => file.replace(/^((dist\/)?[^/]*).*/, '$1')));
    assert.deepEqual(
      [...locations],
      [
        'LICENSE',
        'README.md',
        'bin',
        'dist/cdk',
        'dist/client',
        'dist/commit',
        'dist/functions',
        'dist/licenses.txt',
        'dist/program',
        'docs',
        'examples',
      ].concat(['functions', 'integrations', 'package.json', 'schema']),
    );
    const sources = packed.files.filter(
      (file) => /(?<!\.d)\.(ts|tmp)$|\.inputs/.test(file) && !file.startsWith('examples/'),
    );
    assert.deepEqual(sources, []);
  });

  it('installs alone, in less than 60 MB', async (t) => {
    const project = await installedCopy(scope, packed);
    const others = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(others, ['downpour']);
    const bytes = bytesBelow(join(project, 'node_modules'));
    t.diagnostic(`${mb(bytes)} of node_modules`);
    assert.ok(bytes < installedBytesMax, mb(bytes));
    const page = readFileSync(join(clone, 'docs/install.md'), 'utf8');
    const documented = 1e6 * Number(/takes (\d+) MB/.exec(page)?.[1]);
    assert.ok(
      Math.abs(bytes - documented) < 0.1 * documented,
      `${mb(bytes)}, docs/install.md has ${mb(documented)}`,
    );
  });

  it('runs from npx without a project and from npm i -g, in any folder', async () => {
    const elsewhere = fresh(scope, 'else where');
    const { stdout } = await npm(
      ['exec', '--yes', `--package=${packed.tarball}`, '--', 'downpour', '-V'],
      elsewhere,
    );
    assert.match(stdout, new RegExp(manifest().version));
    const prefix = fresh(scope, 'global');
    await npm(['install', '--global', '--silent', '--prefix', prefix, packed.tarball], elsewhere);
    const link = join(prefix, process.platform === 'win32' ? '' : 'bin', 'downpour');
    assert.match(
      (await typed(link, ['-V'], elsewhere, process.execPath)).output,
      new RegExp(manifest().version),
    );
  });
});

function fresh(scope: Scope, name: string): string {
  const folder = join(scratchDir(scope), name);
  mkdirSync(folder);
  return folder;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
