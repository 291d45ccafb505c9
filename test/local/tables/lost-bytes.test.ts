import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { beginTables } from '../../../lib/local/tables/tables.ts';
import { credentials, scratchDir } from '../scratch.ts';

const names = ['runs'];

/** Writes items to tables, and copies their folder as a kill would leave it. */
async function killed(t: TestContext): Promise<{ readonly dir: string; readonly log: string }> {
  const [own, dir] = [scratchDir(t), join(scratchDir(t), 'copy')];
  const { call, opened, close } = beginTables({ dir: own, credentials, tables: names });
  await opened;
  for (let n = 0; n < 40; n += 1) {
    const Item = { pk: { S: 'p' }, sk: { S: String(n) }, text: { S: 'x'.repeat(5000) } };
    const body = JSON.stringify({ TableName: 'runs', Item });
    const headers = { 'x-amz-target': 'DynamoDB_20120810.PutItem' };
    assert.equal((await call({ method: 'POST', path: '/', headers, body }))?.status, 200);
  }
  cpSync(own, dir, { recursive: true });
  await close();
  const log = readdirSync(dir).find((name) => name.endsWith('.log')) ?? '';
  return { dir, log: join(dir, log) };
}

async function lostIn(dir: string): Promise<number> {
  const { opened, close } = beginTables({ dir, credentials, tables: names });
  const lost = await opened;
  await close();
  return lost;
}

suite('tables that are opened', () => {
  test('after a kill have lost nothing, also with an incomplete record at the end', async (t) => {
    const { dir, log } = await killed(t);
    truncateSync(log, readFileSync(log).length - 10);
    assert.equal(await lostIn(dir), 0);
  });

  test('with a damaged record report the lost bytes once', async (t) => {
    const { dir, log } = await killed(t);
    const bytes = readFileSync(log);
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 20);
    writeFileSync(log, bytes);
    assert.ok((await lostIn(dir)) >= 5000);
    assert.equal(await lostIn(dir), 0);
  });
});
