/** A child process of the benchmark: a query without an index. */
import { readFileSync } from 'node:fs';
import { JSONPath } from 'jsonpath-plus';
import { serve } from './child.ts';

const [mode = '', spawnedAt = '', path = '', file = ''] = process.argv.slice(2);

await serve(mode, Number(spawnedAt), async () => {
  const bytes = readFileSync(file);
  const json = JSON.parse(bytes.toString('utf8')) as object;
  const found: unknown = JSONPath({ path, json, wrap: true });
  return { way: 'parse', bytesRead: bytes.length, text: JSON.stringify(found) };
});
