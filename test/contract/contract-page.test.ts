import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractPage } from '../../lib/contract/contract-page.ts';

test('the page of a contract names each parameter with its place, default and need, and escapes every text', () => {
  const page = contractPage({
    info: { title: 'T & "co"', version: '1', description: 'see `a>b`' },
    tags: [{ name: 'stored runs', description: 'of <all>' }],
    paths: {
      '/run/{id}': {
        get: {
          tags: ['stored runs'],
          summary: 'one run',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'its id' },
            { name: 'sort', in: 'query', schema: { type: 'string', default: '<x>' }, example: 'a&b' },
          ],
          responses: { 200: { description: 'the run' } },
        },
        post: { tags: ['stored runs'], security: [], responses: {} },
        put: { tags: ['stored runs'], security: [{}, { key: [] }], responses: {} },
        delete: { tags: ['stored runs'], security: [{ key: [] }], responses: {} },
      },
    },
    components: {
      parameters: {},
      responses: {},
      schemas: {
        State: { enum: ['passed'] },
        Run: {
          required: ['id'],
          properties: { id: { type: 'integer' }, states: { items: { $ref: '#/components/schemas/State' } } },
        },
        Time: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
        Stored: {
          allOf: [
            { $ref: '#/components/schemas/Run' },
            {
              required: ['whole'],
              properties: {
                whole: { const: true },
                data: {},
                last: { anyOf: [{ $ref: '#/components/schemas/State' }, { type: 'null' }] },
              },
            },
          ],
        },
      },
    },
  });
  for (const part of [
    'T &amp; &quot;co&quot;',
    'see <code>a&gt;b</code>',
    'of &lt;all&gt;',
    '<td><code>id</code> (required)</td><td>path</td><td>integer</td><td>its id</td>',
    '<td><code>sort</code></td><td>query</td><td>string, else &quot;&lt;x&gt;&quot;</td>',
    'For example <code>a&amp;b</code>.',
    '<td>200</td><td></td><td>the run</td></tr></table>',
    'its id</td></tr>\n<tr>',
    '<link rel="icon" href="data:,">',
    '<a href="#stored-runs">stored runs</a> <a href="#records">Records</a>',
    '<p> One of <code>&quot;passed&quot;</code>.</p>',
    '<p></p>\n<table>',
    '<p> Its type is integer or string.</p>',
    '<p> It has all members of <a href="#run">Run</a>, and these:</p>\n<table>',
    '<td><code>whole</code></td><td><code>true</code></td>',
    '<td><code>data</code> (optional)</td><td>any</td>',
    '<td><code>last</code> (optional)</td><td><a href="#state">State</a> or null</td>',
    '<td><code>states</code> (optional)</td><td>list of <a href="#state">State</a></td>',
  ])
    assert.ok(page.includes(part), `${part} is not in ${page.slice(page.indexOf('<main>'))}`);
  assert.deepEqual(page.match(/Needs [^.]*\./g), [
    'Needs an API key.',
    'Needs no API key.',
    'Needs an API key, unless the deployment lets everybody read public data.',
    'Needs an API key.',
  ]);
  assert.equal(page.split('<table>').length - 1, 4, 'an operation without parameters has no table of them');
});
