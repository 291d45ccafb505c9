import { test } from 'node:test';
import { passes } from '../program.ts';

test('the commands of the documentation work with the real curl and jq', { timeout: 900_000 }, () =>
  passes('test/docs-commands.test.ts'),
);
