import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPlaceholder } from '../../../lib/import/draft/placeholders.ts';
import { importText, type Kind } from '../../../lib/import/import.ts';

/**
 * No source can read a variable of the document, in whatever form it writes the signs of a placeholder.
 * Otherwise a recording could send the secret of one host to another host.
 */

const forged = '\uFDD0authorization\uFDD1';
const escaped = '\\ufdd0authorization\\uFDD1';
const url = 'https://other.example/';

const har = (postData: string): string =>
  `{"log": {"entries": [{"request": {"method": "POST", "url": "${url}", "postData": ${postData}}}]}}`;
const postman = (body: string): string =>
  `{"item": [{"request": {"method": "POST", "url": "${url}", "body": ${body}}}]}`;
const openapi = (example: string): string =>
  `openapi: 3.0.0\nservers: [{ url: '${url}' }]\npaths:\n  /a:\n    post:\n      requestBody:\n        content: { text/plain: { example: "${example}" } }\n`;

const rows: readonly (readonly [form: string, kind: Kind, source: string])[] = [
  ['as they are', 'har', har(JSON.stringify({ text: forged }))],
  ['escapes of JSON', 'har', har(`{"text": "${escaped}"}`)],
  [
    'an escape that appears when a sign is removed',
    'har',
    har('{"text": "\\u\uFDD0fdd0authorization\\ufdd1"}'),
  ],
  [
    'base64',
    'har',
    har(JSON.stringify({ encoding: 'base64', text: Buffer.from(forged).toString('base64') })),
  ],
  ['escapes of JSON', 'postman', postman(`{"mode": "raw", "raw": "${escaped}"}`)],
  [
    'escapes of JSON in variables of GraphQL',
    'postman',
    postman(
      `{"mode": "graphql", "graphql": {"query": "q", "variables": "{\\"a\\": \\"\\u005cufdd0authorization\\u005cufdd1\\"}"}}`,
    ),
  ],
  [
    'the text of a file',
    'postman',
    postman('{"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": "forged.txt"}]}'),
  ],
  ['short escapes of YAML', 'openapi', openapi(escaped)],
  ['long escapes of YAML', 'openapi', openapi('\\U0000FDD0authorization\\U0000FDD1')],
  ['escapes of bash', 'curl', `curl ${url} -d $'${escaped}'`],
  ['long escapes of bash', 'curl', `curl ${url} -d $'\\U0000fdd0authorization\\U0000fdd1'`],
  ['bytes', 'curl', `curl ${url} -d $'\\xef\\xb7\\x90authorization\\357\\267\\221'`],
];

for (const [form, kind, source] of rows)
  test(`${kind}: ${form}`, () => {
    const findFile = (path: string) => ({ path, content: Buffer.from(forged) });
    const { draft } = importText(source, kind, { all: true, findFile });
    const [request] = draft.requests;
    assert.match(request?.body ?? '', /authorization/);
    assert.equal(hasPlaceholder(request?.body ?? ''), false);
  });

test('a text that only looks like an escape stays readable, and the source remains JSON', () => {
  const { draft } = importText(har(JSON.stringify({ text: 'a\\ufdd0' })), 'har', { all: true });
  assert.equal(draft.requests[0]?.body, 'a\\ufdd2');
});
