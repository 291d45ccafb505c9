import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project } from '../../lib/project.ts';
import { manifest } from './packed.ts';

type Locked = { readonly deprecated?: string; readonly hasInstallScript?: boolean };

const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const packages = Object.entries(lock.packages).map(([path, locked]) => ({
  name: path.replace(/^.*node_modules\//, ''),
  ...locked,
}));

test('no package that npm ci installs is deprecated', () => {
  assert.deepEqual(
    packages.filter(({ deprecated }) => deprecated !== undefined),
    [],
  );
});

test('allowScripts decides about every package that wants to run a script when it is installed', () => {
  const wanting = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  const undecided = wanting.filter((name) => !(name in manifest().allowScripts));
  assert.deepEqual(undecided, [], 'say in allowScripts of package.json whether they are needed');
});

test('the package brings all that it runs on inside its bundles', () => {
  const { dependencies = {}, optionalDependencies = {} } = manifest();
  assert.deepEqual(
    { ...dependencies, ...optionalDependencies },
    {},
    'bundles hold what the program imports: move these to devDependencies of package.json',
  );
});
