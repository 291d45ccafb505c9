import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseDocument } from 'yaml';

const folder = join(import.meta.dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.hf.yaml'));

describe('an example', () => {
  for (const file of files) {
    it(`${file} is YAML and carries its file’s name`, () => {
      const document = parseDocument(readFileSync(join(folder, file), 'utf8'), { customTags: [parameter] });
      assert.deepEqual(document.errors, []);
      assert.equal(document.get('name'), file.replace('.hf.yaml', ''));
    });
  }
});

/** `!param NAME default` stays as it is written: only the driver gives it a value. */
const parameter = { tag: '!param', resolve: (text: string) => text };
