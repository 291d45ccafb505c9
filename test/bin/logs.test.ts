import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startShop } from '../../examples/shop/shop.ts';
import { downpour } from './downpour.ts';

/**
 * A document with many secrets, and with a second host that becomes unreachable. The log reports the failures
 * and must not contain the secrets.
 */
const document = (shop: string): string => `
name: secretive
http:
- host: ${shop}
  sharedConnections: 4
phases:
- words:
    atOnce:
      users: 1
      startAfterStrict: main
      scenario: [ one: [ fail: hushed-words ] ]
- number:
    atOnce:
      users: 1
      startAfterStrict: main
      scenario: [ one: [ set: number <- hushed-number, stringToInt: number -> parsed ] ]
- main:
    atOnce:
      users: 3
      scenario:
      - one:
        - set: password <- hushed-variable
        - httpRequest:
            POST: /products?token=hushed-query
            headers:
              authorization: Bearer hushed-header
              cookie: session=hushed-cookie
            body: '{"password": "hushed-body", "parameter": "!param"}'
        - httpRequest:
            GET: /products
            headers:
              x-api-key: !param TOKEN
            handler:
              body:
                json:
                  query: .name
                  toVar: hushed
`;

test('no secret of a document is in any log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'downpour-logs-'));
  const shop = await startShop();
  try {
    const file = join(folder, 'secretive.hf.yaml');
    const data = join(folder, 'data');
    await writeFile(file, document(shop.url));
    const given = ['--data', data, '-P', 'TOKEN=hushed-parameter', '--shards', '1'];
    const { stdout, stderr } = await downpour(['run', file, ...given]);
    assert.match(`${stdout}${stderr}`, /hushed-words/, 'the user who runs a document sees its messages');
    assert.ok(shop.counts().requests >= 3, stderr);
    const logs = join(data, 'log');
    const texts = await Promise.all(
      (await readdir(logs, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')] as const),
    );
    const all = texts.map(([, text]) => text).join('\n');
    assert.match(all, /the burst ended/, 'the functions have written their logs');
    assert.match(all, /"burst":"/);
    for (const [name, text] of texts) assert.doesNotMatch(text, /hushed/, `${name} quotes a secret`);
  } finally {
    await shop.close();
    await rm(folder, { recursive: true });
  }
});
