import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inPhase } from '../../lib/web/words/now.ts';
import { cost } from '../../lib/web/words/questions.ts';

/** Every text of the pages is in lib/web/words: headings, labels and parts of sentences. */

const folder = join(import.meta.dirname, '../../lib/web/words');

function assertTexts(value: unknown, at: string): void {
  if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
    for (const [name, each] of Object.entries(value)) assertTexts(each, `${at}.${name}`);
  else assert.notEqual(value, '', at);
}

test('durations have a blank before their unit, and the progress of a phase is that of the burst', () => {
  const took = [0.2, 3.4, 999.4, 1_250].map((ms) => cost('column', 0, undefined, ms).split(', ')[1]);
  assert.deepEqual(took, ['below 1\u00a0ms', '3\u00a0ms', '999\u00a0ms', '1.3\u00a0s']);
  assert.deepEqual(
    [inPhase('warm', 41_500, 60_000), inPhase('warm', 99_000, 60_000), inPhase('warm', 5_000, undefined)],
    ['warm, 0:41 of 1:00', 'warm, 1:00 of 1:00', 'warm, 0:05'],
  );
});

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);

for (const file of files)
  test(file, async () => assertTexts({ ...(await import(join(folder, file))) }, file));
