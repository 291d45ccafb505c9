import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { project } from '../../../../lib/project.ts';
import { scratchDir, suiteScope } from '../../../local/scratch.ts';
import { clientFolder, preparedPython, runPython } from './client.ts';

const run = promisify(execFile);
/** The wheel contains the generated code of the whole contract. */
const wheelBytesMax = 100_000;

const product = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

suite('the package of the client for Python', { timeout: 300_000 }, () => {
  const scope = suiteScope();

  test('is a wheel of all modules, which an empty environment installs and runs alone', async () => {
    const folder = scratchDir(scope);
    // pip builds inside of the source folder, so it gets a copy, and the project does not change.
    const source = join(folder, 'client');
    cpSync(clientFolder, source, { recursive: true, filter: (name) => !/_cache|__pycache__/.test(name) });
    const python = preparedPython();
    const options = ['--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', folder];
    await run(python, ['-m', 'pip', 'wheel', ...options, source]);
    const [wheel = ''] = globSync(join(folder, '*.whl'));
    const { size } = statSync(wheel);
    assert.ok(size < wheelBytesMax, `${size} bytes`);

    const empty = join(folder, 'empty');
    await run(python, ['-m', 'venv', empty]);
    const own = join(empty, 'bin', 'python');
    const started = performance.now();
    await run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', wheel]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const installed = await runPython(['-m', 'pip', 'list', '--format=freeze'], {
      python: own,
      env: { PYTHONPATH: '' },
    });
    const packages = installed
      .trim()
      .split('\n')
      .filter((line) => !/^(pip|setuptools)==/.test(line));
    assert.deepEqual(packages, [`downpour==${product.version}`]);
    const code = `
import downpour, pathlib
client = downpour.SyncClient("http://127.0.0.1:1")
print(client.version(), pathlib.Path(downpour.__file__).parent, type(client._transport).__name__)
try:
    client.label_values(7)
except ImportError as error:
    print(error)
`;
    const output = await runPython(['-c', code], { python: own, env: { PYTHONPATH: '' }, cwd: folder });
    const [version, place = '', transport] = output.split(/[ \n]/);
    assert.equal(version, product.version);
    assert.ok(place.startsWith(empty), place);
    assert.equal(transport, 'UrllibTransport');
    assert.match(output, /\nA frame needs pandas or polars/);
    const modules = globSync('**/*.py', { cwd: join(clientFolder, 'downpour') }).toSorted();
    assert.deepEqual(globSync('**/*.py', { cwd: place }).toSorted(), modules);
    assert.ok(globSync(join(place, 'py.typed')).length === 1);
    const bytes = globSync(join(place, '**/*.py')).reduce((sum, file) => sum + statSync(file).size, 0);
    console.log(`wheel ${size} bytes, installed ${bytes} bytes in ${seconds} s`);

    const cases = join(project, 'test', 'client', 'cases.json');
    const held = await runPython(['cases.py', cases], { python: own, env: { PYTHONPATH: '' } });
    assert.doesNotMatch(held, /"failure": "/);
  });
});
