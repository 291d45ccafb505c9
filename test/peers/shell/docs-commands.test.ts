import { test } from 'node:test';
import { passes } from '../program.ts';

test('the commands of the documentation work with the real curl and jq', { timeout: 900_000 }, () => {
  // `npm test` runs all other blocks, which use nothing that this machine may lack.
  process.env.DOWNPOUR_TEST_TOOLS = 'curl,jq';
  return passes('test/docs-commands.test.ts');
});
