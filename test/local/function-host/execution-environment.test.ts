import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Prints the reason why an environment ends when this process may open no more files. */
const program = `
import { openSync } from 'node:fs';
import { startEnvironment } from ${JSON.stringify(join(import.meta.dirname, '../../../lib/local/function-host/execution-environment.ts'))};
try { for (;;) openSync('/dev/null'); } catch {}
const options = { runtime: '/none.mjs', variables: {}, memoryMb: 100, log: () => undefined };
const environment = startEnvironment({ kind: process.argv[1], ...options });
void environment.load('a function');
console.log(await environment.ended);
process.exit();
`;

describe('an environment that cannot start because too many files are open', () => {
  for (const kind of ['process', 'thread'])
    it(`ends with the reason: a ${kind}`, async () => {
      const limited = 'ulimit -n 60; exec "$0" --input-type=module -e "$1" "$2"';
      const { stdout } = await run('sh', ['-c', limited, process.execPath, program, kind]);
      assert.match(stdout, /EMFILE/);
    });
});
