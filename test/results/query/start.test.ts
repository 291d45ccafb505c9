/**
 * A new process that answers a query from an index loads neither the evaluators nor the code of the other
 * query language nor that of regular expressions.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const engine = new URL('../../../lib/results/query/query-run.ts', import.meta.url);

/** Prints the modules that an import loads. */
const script = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import(${JSON.stringify(engine)});
  console.log(JSON.stringify(loaded));`;

test('queryRun loads few modules before the first query', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const loaded = JSON.parse(stdout) as readonly string[];
  const isNamed = (part: string): boolean => loaded.some((url) => url.includes(part));
  assert.ok(isNamed('/planner/run-plan.ts'), loaded.join('\n'));
  for (const part of ['re2js', 'jsonpath-plus', '/sql-json-path.ts', '/compile.ts', '/engine.ts'])
    assert.ok(!isNamed(part), `${part} is loaded`);
});
