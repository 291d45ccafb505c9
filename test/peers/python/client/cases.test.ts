import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { project } from '../../../../lib/project.ts';
import cases from '../../../client/cases.json' with { type: 'json' };
import { preparedPython, runOutcomes } from './client.ts';

/**
 * The client for Python passes the test cases that the clients of all languages share. Cases that only a
 * browser can have are left out.
 */
const held = cases.filter(({ exchanges }) =>
  exchanges.every((each) => !('answer' in each && each.answer !== undefined && 'hidden' in each.answer)),
);
const names = held.flatMap(({ name }) => [`${name}, with asyncio`, `${name}, without asyncio`]);

/** The Python versions that the client supports and this machine has. */
const pyenv = globSync(
  join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions', '3.*', 'bin', 'python3'),
);
const versions = [...[9, 10, 11, 12, 13, 14, 15].map((minor) => `python3.${minor}`), ...pyenv].filter(
  (program) => spawnSync(program, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

suite('the cases of all languages', () => {
  for (const python of [preparedPython(), ...versions])
    test(`${python.split('/').slice(-3).join('/')} holds them`, async () => {
      const file = join(project, 'test', 'client', 'cases.json');
      const outcomes = await runOutcomes('cases.py', [file], { python });
      assert.deepEqual(
        outcomes.filter(({ failure }) => failure !== null),
        [],
      );
      assert.deepEqual(
        outcomes.map(({ name }) => name),
        names,
      );
    });
});
