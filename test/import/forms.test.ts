import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Draft } from '../../lib/import/draft/draft.ts';
import { importText, type Kind } from '../../lib/import/import.ts';
import { accepted, documentOf } from './replay.ts';

/**
 * A multipart form is sent as the imported source sends it. Node's parser of forms reads the body that a
 * target receives.
 */

const files: Readonly<Record<string, Buffer>> = {
  'rows.csv': Buffer.from('a,b\r\n1,2\n'),
  'photo.png': Buffer.from([0x89, 0x50, 0xff]),
  'large.txt': Buffer.alloc(100_001, 'x'),
};

const drafted = (source: string, kind: Kind): Draft =>
  importText(source, kind, {
    all: true,
    findFile: (name) => {
      const content = files[name];
      return content === undefined ? { wrong: 'which does not exist' } : { path: name, content };
    },
  }).draft;

type Field = readonly [name: string, value: string, file?: string, type?: string];

/** The fields that the body of the only request has. The driver accepts its document. */
async function fieldsIn(draft: Draft): Promise<readonly Field[]> {
  accepted(documentOf(draft));
  const [request, ...others] = draft.requests;
  assert.ok(request);
  assert.equal(others.length, 0);
  const types = request.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  assert.equal(types.length, 1);
  const headers = { 'content-type': types[0]?.[1] ?? '' };
  const form = await new Response(request.body ?? '', { headers }).formData();
  const fields: Field[] = [];
  for (const [name, value] of form)
    fields.push(
      typeof value === 'string' ? [name, value] : [name, await value.text(), value.name, value.type],
    );
  return fields;
}

describe('curl', () => {
  const rows: readonly (readonly [options: string, fields: readonly Field[]])[] = [
    [
      '-F a=1 -F "b=x; y" -F c=',
      [
        ['a', '1'],
        ['b', 'x'],
        ['c', ''],
      ],
    ],
    [`-F 'b="x; y\\"z\\\\"'`, [['b', 'x; y"z\\']]],
    ['--form-string "a=@x;type=y"', [['a', '@x;type=y']]],
    ['-F f=@rows.csv', [['f', 'a,b\r\n1,2\n', 'rows.csv', 'text/csv']]],
    [
      '-F "f=@rows.csv;type=text/plain; charset=utf-8;filename=r.txt"',
      [['f', 'a,b\r\n1,2\n', 'r.txt', 'text/plain; charset=utf-8']],
    ],
    ['-F "f=<rows.csv"', [['f', 'a,b\r\n1,2\n']]],
    [`-F 'j={"a":1};type=application/json'`, [['j', '{"a":1}']]],
    [
      `-F 'quo"te=1' -F é=ü`,
      [
        ['quo"te', '1'],
        ['é', 'ü'],
      ],
    ],
    ['-F a=downpour-form', [['a', 'downpour-form']]],
    ['-H "Content-Type: multipart/form-data" -F a=1', [['a', '1']]],
    [
      `-H 'Content-Type: multipart/form-data; boundary=--X' --data-raw $'----X\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n----X--\\r\\n'`,
      [['a', '1']],
    ],
  ];
  for (const [options, fields] of rows)
    it(`${options}`, async () => {
      const draft = drafted(`curl ${options} http://localhost/f`, 'curl');
      assert.deepEqual(draft.warnings, []);
      assert.equal(draft.requests[0]?.method, 'POST');
      assert.deepEqual(await fieldsIn(draft), fields);
    });

  it('leaves a request out whose file is away, binary or large', () => {
    for (const [file, reason] of [
      ['none.txt', "the file 'none.txt', which does not exist"],
      ['photo.png', "the file 'photo.png', which is binary"],
      ['large.txt', "the file 'large.txt', which is larger than the limit of 100,000 bytes"],
    ] as const) {
      const { warnings } = drafted(
        `curl http://localhost/kept\ncurl -F f=@${file} http://localhost/f`,
        'curl',
      );
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.includes(reason), warnings[0]);
    }
  });

  it('keeps no secret of a form', async () => {
    const draft = drafted(
      `curl -F user=ada -F password=p1 -F 'j={"token":"t1"};type=application/json' http://localhost/f`,
      'curl',
    );
    assert.doesNotMatch(documentOf(draft), /p1|t1/);
    assert.deepEqual([...draft.secrets.keys()], ['PASSWORD', 'TOKEN']);
  });
});

describe('a HAR', () => {
  const type = 'multipart/form-data; boundary=X';
  const text = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n';
  const har = (postData: object): string =>
    JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2026-01-01T00:00:00Z',
            time: 1,
            request: {
              method: 'POST',
              url: 'http://localhost/f',
              headers: [{ name: 'Content-Type', value: type }],
              postData: { mimeType: type, ...postData },
            },
            response: { status: 200, content: {} },
          },
        ],
      },
    });
  const rows: readonly (readonly [name: string, post: object, fields: readonly Field[]])[] = [
    ['with its text', { text }, [['a', '1']]],
    [
      'with headers before its text, as Firefox records it',
      { text: `Content-Type: ${type}\r\nContent-Length: 9\r\n\r\n${text}` },
      [['a', '1']],
    ],
    [
      'with its fields only',
      {
        params: [
          { name: 'a', value: '1' },
          { name: 'f', value: 'x', fileName: 'x.csv', contentType: 'text/csv' },
        ],
      },
      [
        ['a', '1'],
        ['f', 'x', 'x.csv', 'text/csv'],
      ],
    ],
  ];
  for (const [name, post, fields] of rows)
    it(name, async () => {
      const draft = drafted(har(post), 'har');
      assert.deepEqual(draft.warnings, []);
      assert.deepEqual(await fieldsIn(draft), fields);
    });

  it('leaves out a form when only the name of its file was recorded', () => {
    assert.throws(() => drafted(har({ params: [{ name: 'f', fileName: 'x.png' }] }), 'har'), {
      warnings: [
        'entry 1, POST http://localhost/f is not imported: its form uploads a file whose content was not recorded',
      ],
    });
  });
});

describe('a Postman collection', () => {
  const collection = (formdata: readonly object[]): string =>
    JSON.stringify({
      info: { name: 'c' },
      variable: [{ key: 'v', value: '7' }],
      item: [
        {
          name: 'a',
          request: { method: 'POST', url: 'http://localhost/f', body: { mode: 'formdata', formdata } },
        },
      ],
    });

  it('sends its texts and files', async () => {
    const draft = drafted(
      collection([
        { key: 'a', value: '1', type: 'text' },
        { key: 'off', value: '1', type: 'text', disabled: true },
        { key: 'f', type: 'file', src: 'rows.csv' },
        { key: 'j', value: '{}', contentType: 'application/json' },
      ]),
      'postman',
    );
    assert.deepEqual(draft.warnings, []);
    assert.deepEqual(await fieldsIn(draft), [
      ['a', '1'],
      ['f', 'a,b\r\n1,2\n', 'rows.csv', 'text/csv'],
      ['j', '{}'],
    ]);
  });

  it('reads its variables', () => {
    const [request] = drafted(collection([{ key: 'a', value: 'x {{v}}' }]), 'postman').requests;
    assert.match(request?.body ?? '', /x \uFDD0v\uFDD1\r\n/);
  });

  it('leaves out a form without its file', () => {
    for (const src of [null, [], ['rows.csv', 'b.csv'], 'none.csv'])
      assert.throws(
        () => drafted(collection([{ key: 'f', type: 'file', src }]), 'postman'),
        /no request can be imported/,
      );
  });
});

it('an OpenAPI description gives a part for each member, and a file for each binary one', async () => {
  const schema = {
    allOf: [{ properties: { note: { anyOf: [{ type: 'string', format: 'binary' }, { type: 'null' }] } } }],
    type: 'object',
    properties: {
      name: { type: 'string', example: 'ada' },
      tags: { type: 'array', items: { type: 'string' }, example: ['x', 'y'] },
      more: { type: 'object', properties: { n: { type: 'integer', example: 3 } } },
      photo: { type: 'string', format: 'binary' },
      scans: { type: 'array', items: { type: 'string', format: 'binary' } },
      sound: { type: 'string', contentMediaType: 'audio/ogg' },
      seal: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    },
  };
  const encoding = { photo: { contentType: 'image/png, image/jpeg' }, scans: { contentType: 'image/*' } };
  const content = { 'multipart/form-data': { schema, encoding } };
  const description = {
    openapi: '3.1.0',
    info: {},
    servers: [{ url: 'http://localhost' }],
    paths: { '/f': { post: { requestBody: { content }, responses: {} } } },
  };
  const draft = drafted(JSON.stringify(description), 'openapi');
  const typed = (draft.requests[0]?.body ?? '').matchAll(/name="(\w+)"[^\r]*\r\nContent-Type: ([^\r]+)/g);
  assert.deepEqual(
    [...typed].map(([, name, type]) => `${name}: ${type}`),
    [
      'more: application/json',
      'photo: image/png',
      'scans: application/octet-stream',
      'sound: audio/ogg',
      'note: application/octet-stream',
    ],
  );
  const fields = await fieldsIn(draft);
  assert.deepEqual(
    fields.map(([name, value, ...file]) => [name, file.length > 0 ? '' : JSON.stringify(value), ...file]),
    [
      ['name', '"ada"'],
      ['tags', '"x"'],
      ['tags', '"y"'],
      ['more', JSON.stringify('{"n":3}')],
      ['photo', '', 'photo.txt', 'image/png'],
      ['scans', '', 'scans.txt', 'application/octet-stream'],
      ['sound', '', 'sound.txt', 'audio/ogg'],
      ['seal', '"string"'],
      ['note', '', 'note.txt', 'application/octet-stream'],
    ],
  );
});
