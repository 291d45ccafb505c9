import { test } from 'node:test';
import { passes } from '../program.ts';

test('the commands of the documentation work with the real curl and jq', { timeout: 900_000 }, () => {
  // Runs the commands of the docs that need curl and jq. `npm test` runs all others, because this machine may
  // lack these programs.
  process.env.DOWNPOUR_TEST_TOOLS = 'curl,jq';
  return passes('test/docs-commands.test.ts');
});
