import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientFolder, runPython } from './client.ts';

/**
 * Tools check the types, the style and the layout of the client for Python, including its generated modules.
 */
const at = { cwd: clientFolder };
const scratch = ['--cache-dir', join(clientFolder, '..', '..', 'dist', 'python-cache')];

test('mypy --strict has no complaint about the client and its examples', async () => {
  const files = [
    'downpour',
    '../../examples/clients/gate.py',
    '../../test/peers/python/client/scripts/usage.py',
  ];
  assert.match(await runPython(['-m', 'mypy', '--strict', ...scratch, ...files], at), /^Success/);
});

test('ruff has no complaint, and would lay out nothing in another way', async () => {
  const files = ['.', '../../examples', '../../test/peers/python/client/scripts'];
  assert.match(await runPython(['-m', 'ruff', 'check', '--no-cache', ...files], at), /All checks passed/);
  const config = ['--config', 'pyproject.toml'];
  await runPython(['-m', 'ruff', 'format', '--check', '--no-cache', ...config, ...files], at);
});
