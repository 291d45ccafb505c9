import assert from 'node:assert/strict';
import { handler as firstKey } from '../../../functions/api/first-key.ts';

/** Makes the first administrator's API key, once for each set of stores. */
export async function adminKey(): Promise<string> {
  const made = await firstKey();
  assert.ok('apiKey' in made);
  return made.apiKey;
}
