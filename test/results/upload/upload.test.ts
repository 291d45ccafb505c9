import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DownpourError } from '../../../lib/errors.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { limits } from '../../../lib/results/limits.ts';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import { schemaReferences } from '../../../lib/results/run-index/schema-references.ts';
import { parseTime } from '../../../lib/results/time.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { parseUpload, withIndex } from '../../../lib/results/upload/upload.ts';
import type { UploadParameters } from '../../../lib/results/upload/upload-parameters.ts';
import { grouped } from '../../../lib/words.ts';

const ci: Principal = { keyId: 2, user: 'ci', role: 'user' };
const document =
  '{ "info": {"start": "2024-03-13T21:18:10.878423-04:00", "stop": 1718000060000, "name": "shop", "tags": ["x"]}, "big": 12345678901234567890, "none": null, "zeros": [' +
  `${Array(60).fill(0)}]}`;
const plain: UploadParameters = { test: 'shop', start: '1', stop: '2' };
const upload = (parameters: Partial<UploadParameters>, body: string | Uint8Array = document, who = ci) =>
  parseUpload(
    who,
    { ...plain, ...parameters },
    { data: typeof body === 'string' ? Buffer.from(body) : body },
  );
function refusal(attempt: () => unknown): DownpourError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DownpourError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'nothing was refused' });
}

test('parameters are taken as they are, or from the document when they begin with $. (rows 9, 19, 21)', () => {
  const draft = upload({
    test: ' $.info.name ',
    start: '$.info.start',
    stop: '$.info.stop',
    description: '$.info',
  });
  const { body, ...rest } = draft;
  assert.equal(Buffer.from(body).toString(), document);
  assert.deepEqual(rest, {
    test: 'shop',
    start: Date.parse('2024-03-14T01:18:10.878Z'),
    stop: 1718000060000,
    owner: 'ci-team',
    access: 'PRIVATE',
    description: JSON.stringify(JSON.parse(document).info),
  });
  assert.equal(upload({ test: '$.info.tags' }).test, 'x');
  const jobs = '{"jobs":[{"name":"pause","at":"a"},{"name":"load","at":"b"}]}';
  assert.equal(upload({ test: "$.jobs[?(@.name != 'pause')].at" }, jobs).test, 'b');
  assert.equal(upload({ description: '$.nope' }).description, null);
  assert.equal(upload({ start: '$.begin' }, '{"begin":1718000000123.75}').start, 1718000000123);
});

test('times that are accepted (row 11)', () => {
  for (const [text, instant] of [
    [1718000000000, 1718000000000],
    ['1718000000000', 1718000000000],
    ['0', 0],
    // A number with any number of digits is a time in milliseconds.
    ['1718000000', 1718000000],
    ['2020-01-01', Date.UTC(2020, 0, 1)],
    ['2020-01-01T01:01:01', Date.UTC(2020, 0, 1, 1, 1, 1)],
    ['2020-01-01T01:01:01Z', Date.UTC(2020, 0, 1, 1, 1, 1)],
    ['2020-01-01T01:01:01+00:00', Date.UTC(2020, 0, 1, 1, 1, 1)],
    ['2020-01-01T01:01:01.123Z', Date.UTC(2020, 0, 1, 1, 1, 1, 123)],
    ['2020-01-01T01:01:01.123456789+02:00', Date.UTC(2019, 11, 31, 23, 1, 1, 123)],
    [' 2020-01-01 ', Date.UTC(2020, 0, 1)],
    // Java and `date -Iminutes` leave out seconds that are zero.
    ['2020-01-01T01:01', Date.UTC(2020, 0, 1, 1, 1)],
    ['2020-01-01T01:01Z', Date.UTC(2020, 0, 1, 1, 1)],
    ['2020-01-01T01:01-05:00', Date.UTC(2020, 0, 1, 6, 1)],
    // A ZonedDateTime of Java has the name of its zone.
    ['2020-01-01T01:01:01.5Z[UTC]', Date.UTC(2020, 0, 1, 1, 1, 1, 500)],
    ['2020-01-01T01:01-03:00[America/Argentina/Buenos_Aires]', Date.UTC(2020, 0, 1, 4, 1)],
    // `date +%z` writes an offset without a colon, and Python a fraction without a zone.
    ['2020-01-01T01:01:01+0200', Date.UTC(2019, 11, 31, 23, 1, 1)],
    ['2020-01-01T01:01:01.5-05', Date.UTC(2020, 0, 1, 6, 1, 1, 500)],
    ['2020-01-01T01:01:01.123456', Date.UTC(2020, 0, 1, 1, 1, 1, 123)],
  ] as const) {
    assert.equal(parseTime(text), instant, String(text));
  }
});

test('times that are not (row 10)', () => {
  const bad = [
    '',
    ' ',
    'yesterday',
    '2020-02-30',
    '2020-13-01',
    '2020-01-01T25:00:00',
    '2020-01-01T01:01:01.',
    '2020-01-01T01:01:01+2',
    '2020-01-01T01',
    '2020-01-01T01:01.5Z',
    '2020-01-01T01:60Z',
    '2020-01-01T01:01[UTC]',
    '2020-01-01T01:01Z[]',
    '2020-01-01T1:01Z',
    1.5,
    '1.5',
    null,
    true,
    {},
    '9'.repeat(17),
    'Wed, 01 Jan 2020 00:00:00 GMT',
  ];
  for (const value of bad) assert.equal(parseTime(value), undefined, String(value));
});

test('a rejection reports what was found', () => {
  for (const [parameters, code, message] of [
    [
      { start: 'yesterday' },
      'START_INVALID',
      'Cannot parse start time from yesterday (yesterday): expected milliseconds since 1970, or an ISO time such as 2026-11-22T10:00:00Z',
    ],
    [{ start: ' ' }, 'START_INVALID', 'Cannot parse start time from an empty text: expected milliseconds'],
    [
      { start: "$['a']" },
      'START_INVALID',
      "from nothing ($['a']): the document has no value at this path; expected milliseconds",
    ],
    [{ start: '$a' }, 'START_INVALID', 'from $a ($a): a path must begin with $. or $['],
    [{ start: '2026-01-01T10:00:00 02:00' }, 'START_INVALID', 'write the + of the time zone as %2B'],
    [{ stop: '$.info.name' }, 'STOP_INVALID', 'Cannot parse stop time from shop ($.info.name)'],
    [{ stop: '$.zeros' }, 'STOP_INVALID', `Cannot parse stop time from [${'0,'.repeat(49)}0... ($.zeros)`],
    [{ stop: '$.nope' }, 'STOP_INVALID', 'Cannot parse stop time from nothing ($.nope)'],
    [{ test: ' ' }, 'TEST_UNKNOWN', 'Cannot identify test name from   ( )'],
    [{ test: '$.nope' }, 'TEST_UNKNOWN', 'Cannot identify test name from nothing ($.nope)'],
    [
      { test: '$.info' },
      'TEST_UNKNOWN',
      'the parameter test must be the name of a test, or a path to a text or a number',
    ],
    [
      { test: '$.zeros' },
      'TEST_UNKNOWN',
      'the parameter test must be the name of a test, or a path to a text or a number',
    ],
    [
      { test: '$' },
      'TEST_UNKNOWN',
      'the parameter test must be the name of a test, or a path to a text or a number',
    ],
    [{ test: '$.none' }, 'TEST_UNKNOWN', 'Cannot identify test name from null ($.none)'],
    [{ test: '$.info[' }, 'PATH_INVALID', '$.info[ is not a valid JSONPath: syntax error at column 8'],
    [
      { start: '$.info[' },
      'START_INVALID',
      'Cannot parse start time from <invalid jsonpath> ($.info[): syntax error at column 8',
    ],
    [{ owner: 'eve-team' }, 'OWNER_FORBIDDEN', 'owner=eve-team'],
    [{ access: 'secret' }, 'ACCESS_INVALID', "found 'secret'"],
    [
      { test: '..' },
      'TEST_NAME_INVALID',
      "a test cannot have the name '..', because a URL reads this name as a folder",
    ],
    [{ test: ' . ' }, 'TEST_NAME_INVALID', "a test cannot have the name '.',"],
    [{ test: 'a\0b' }, 'TEST_NAME_INVALID', 'a test cannot have the name "a\\u0000b",'],
    [
      { test: 'x'.repeat(257) },
      'TEST_NAME_TOO_LONG',
      'at most 256 characters, and the name in this request has 257',
    ],
  ] as const) {
    const error = refusal(() => upload(parameters));
    assert.deepEqual([error.code, error.status], [code, 400]);
    assert.ok(error.message.includes(message), error.message);
  }
  const member = { ...ci, teams: { 'eve-team': ['viewer'] } } as const;
  assert.equal(upload({ owner: 'eve-team', access: '0' }, document, member).owner, 'eve-team');
});

test('a path may be written with brackets', () => {
  assert.equal(upload({ test: "$['info']['name']" }).test, 'shop');
  assert.equal(upload({ test: '$[0].name' }, '[{"name":"first"},{"name":"second"}]').test, 'first');
  assert.equal(upload({ test: '$price' }).test, '$price');
});

test('a description with an invalid path reports it, and the document is stored', () => {
  assert.equal(upload({ description: '$.info[' }).description, '<invalid jsonpath>');
});

test('the default owner is the only team in which the user uploads', () => {
  const ownerOf = (who: Partial<Principal>) => upload({}, document, { ...ci, ...who }).owner;
  assert.equal(ownerOf({}), 'ci-team');
  assert.equal(ownerOf({ teams: { 'dev-team': ['uploader'] } }), 'dev-team');
  assert.equal(ownerOf({ teams: { 'dev-team': ['uploader'], 'qa-team': ['viewer', 'tester'] } }), 'dev-team');
  assert.equal(ownerOf({ teams: { 'qa-team': ['viewer'] } }), 'ci-team');
  assert.equal(ownerOf({ ownTeam: false, teams: { 'ci-team': ['uploader'] } }), 'ci-team');
  const two = { 'dev-team': ['uploader'], 'qa-team': ['uploader'], 'ops-team': ['viewer'] } as const;
  for (const [who, said] of [
    [{ teams: two }, 'this user may upload for ci-team, dev-team, qa-team'],
    [
      { ownTeam: false, teams: { 'ci-team': ['viewer'] } },
      'this user has the role uploader in no team, so ask a manager of a team for this role',
    ],
  ] as const) {
    const { code, status, message } = refusal(() => ownerOf(who));
    assert.deepEqual([code, status], ['OWNER_MISSING', 400]);
    assert.ok(message.endsWith(said), message);
  }
  assert.equal(upload({ owner: 'qa-team' }, document, { ...ci, teams: two }).owner, 'qa-team');
});

test('a body that is not JSON is refused with the place of the first mistake', () => {
  for (const [body, place] of [
    ['', 'No data!'],
    ['hello', 'the document is not JSON: line 1, column 1: expected a value, found "h"'],
    ['{"a":1,\n "b":}', 'line 2, column 6: expected a value, found "}"'],
    ['{"a":1,}', 'line 1, column 8: expected a name in double quotes, found "}"'],
    ['{"a" 1}', 'line 1, column 6: expected ":", found "1"'],
    ["{'a':1}", `line 1, column 2: expected a name in double quotes or "}", found "'"`],
    ['[1,2', 'line 1, column 5: expected "," or "]", found the end of the text'],
    ['[1 2]', 'line 1, column 4: expected "," or "]", found "2"'],
    ['[1]]', 'line 1, column 4: expected the end of the text, found "]"'],
    ['{"a":01}', 'line 1, column 7: expected "," or "}", found "1"'],
    ['["\\x"]', 'line 1, column 4: expected one of " \\ / b f n r t u after a backslash, found "x"'],
    ['["\\u00g0"]', 'line 1, column 7: expected four hexadecimal digits after \\u, found "g"'],
    [
      '["a\nb"]',
      'line 1, column 4: expected an escape such as \\n instead of a control character, found U+000A',
    ],
    ['[tru]', 'line 1, column 5: expected true, false or null, found "]"'],
    ['[-]', 'line 1, column 3: expected a digit, found "]"'],
    [
      '["a',
      'line 1, column 4: expected the rest of the string and a closing quote, found the end of the text',
    ],
    [Uint8Array.of(0x22, 0xc3, 0x28, 0x22), 'line 1, column 2: expected UTF-8, found the byte 0xc3'],
    [gzipSync('{}'), 'content-encoding: gzip'],
    [Uint8Array.of(0x22, 0xe2, 0x82), 'line 1, column 2: expected UTF-8, found the byte 0xe2'],
    [
      '"[1,"',
      'the text in the document, which is a JSON string, is not JSON: line 1, column 4: expected a value, found the end',
    ],
  ] as const) {
    const { status, message } = refusal(() => upload({}, body));
    assert.equal(status, 400);
    assert.ok(message.includes(place), message);
  }
});

test('commas, comments and lines that JSON lacks are rejected with advice', () => {
  for (const [body, hint] of [
    ['{"a":1,}', 'JSON allows no comma after the last member or item, so remove the comma'],
    ['[1,]', 'JSON allows no comma after the last member or item, so remove the comma'],
    ['{"a":[[1],]}', 'JSON allows no comma after the last member or item, so remove the comma'],
    ['[1, // one\n2]', 'JSON allows no comments, so remove the comment'],
    ['{"a":1}\n// end', 'JSON allows no comments, so remove the comment'],
    [
      '{"a":1}\n{"a":2}\n',
      'the text has more than one JSON document, so send one document, or put all into one list',
    ],
  ] as const)
    assert.ok(refusal(() => upload({}, body)).message.endsWith(`; ${hint}`), body);
});

test('numbers and words that JSON lacks are rejected with advice', () => {
  const noNumber = 'JSON has no NaN and no infinity, so write null or a text';
  const noWord = 'JSON has only the words true, false and null, in small letters';
  const notFirst = 'remove text before the JSON, such as messages of the program that wrote the JSON';
  for (const [body, hint] of [
    ...['[NaN]', '[nan]', '{"a":-nan}', '[-NaN]', '[1,Infinity]', '{"a": -Infinity}', '[inf]', '[-inf]'].map(
      (text) => [text, noNumber] as const,
    ),
    ...['[True]', '{"a":False}', '[undefined]'].map((text) => [text, noWord] as const),
    [
      '--------------x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{}',
      'a form with parts begins so: send it as multipart/form-data, without a content-type of application/json',
    ] as const,
    ...[
      'fio: pid=1, err=5\n{"a":1}',
      'CPU mask cannot bind\n{}',
      '<html>',
      "b'{}'",
      'note: x\n{}',
      ' \n x{}',
    ].map((text) => [text, notFirst] as const),
  ]) {
    const { status, message } = refusal(() => upload({}, body));
    assert.equal(status, 400);
    assert.ok(message.endsWith(`; ${hint}`), `${body}: ${message}`);
  }
  for (const body of [
    '[1,2',
    '{"a":01}',
    '[tru]',
    '[1]]',
    '[x]',
    '{"a":"\\x"}',
    '[-]',
    '[nul]',
    '[fa1se]',
    '{"a":]',
    '[{"a": ]}]',
  ])
    assert.doesNotMatch(refusal(() => upload({}, body)).message, /;/, body);
});

test('the document is kept byte for byte, except that text in a string is unwrapped', () => {
  const kept = (body: string, parameters: Partial<UploadParameters> = {}) =>
    Buffer.from(upload(parameters, body).body).toString();
  for (const body of ['{"a":1.50, "a":2}', ' [1e3] ', '5', 'null', '"text"', '\uFEFF{}'])
    assert.equal(kept(body), body);
  assert.equal(kept(JSON.stringify('{"a": 1.50}')), '{"a": 1.50}');
});

test('a schema parameter sets $schema and leaves every other character alone', () => {
  const kept = (body: string) => Buffer.from(upload({ schema: 'urn:x' }, body).body).toString();
  for (const [body, expected] of [
    ['{}', '{"$schema":"urn:x"}'],
    ['{ "a": 1.50 }', '{"$schema":"urn:x", "a": 1.50 }'],
    [
      '{"a":{"$schema":"in"}, "$schema" : "old" , "b":[]}',
      '{"a":{"$schema":"in"}, "$schema" : "urn:x" , "b":[]}',
    ],
    ['{"\\u0024schema":{"x":[1]}}', '{"\\u0024schema":"urn:x"}'],
    [
      '[{"a":1},{"$schema":"own"},[{}],7,{}]',
      '[{"$schema":"urn:x","a":1},{"$schema":"own"},[{}],7,{"$schema":"urn:x"}]',
    ],
    ['{"$schema":{"$schema":[1]},"a":1,"$schema":[[]]}', '{"$schema":"urn:x","a":1,"$schema":"urn:x"}'],
    ['{"a":{},"b":[{"$schema":1}]}', '{"$schema":"urn:x","a":{},"b":[{"$schema":1}]}'],
    ['[{"a":{"$schema":1}},{"$schema":{}}]', '[{"$schema":"urn:x","a":{"$schema":1}},{"$schema":{}}]'],
    ['\uFEFF{}', '\uFEFF{"$schema":"urn:x"}'],
    ['[]', '[]'],
    ['7', '7'],
  ] as const) {
    assert.equal(kept(body), expected);
  }
});

test('a body over the limit is rejected with the limit', () => {
  const { status, message } = refusal(() => upload({}, new Uint8Array(uploadLimits.uploadBytesMax + 1)));
  assert.equal(status, 413);
  assert.ok(message.includes(grouped(uploadLimits.uploadBytesMax)));
});

test('a run document that Downpour wrote brings what a list shows of it', () => {
  const run = { info: { benchmark: 'shop', startTime: 0, terminateTime: 1000 }, state: 'passed', stats: [] };
  const uploaded = new TextEncoder().encode(JSON.stringify(run));
  const draft = parseUpload(ci, { test: 't', start: '1', stop: '2' }, { data: uploaded });
  assert.equal(draft.outcome?.benchmark, 'shop');
});

test('a document that every query reads whole gets no index', async () => {
  const sized = (bytes: number) => upload({}, JSON.stringify('x'.repeat(bytes - 2)));
  for (const [bytes, has] of [
    [limits.wholeBytesMax, false],
    [limits.wholeBytesMax + 1, true],
  ] as const) {
    const { body, index } = await withIndex(sized(bytes));
    assert.deepEqual([body.length, index !== undefined], [bytes, has]);
  }
});

describe('a document without a stored index', () => {
  const indexed = (text: string) => withIndex(upload({}, text));

  test('has the schemas that its index finds, however their names are written', async () => {
    const name = fc.constantFrom(
      '"$schema"',
      '"\\u0024schema"',
      '"$sch\\u0065ma"',
      '"schema"',
      '"$schemas"',
      '"a"',
    );
    const value = fc.constantFrom(
      '"urn:a"',
      '"urn:b"',
      '7',
      '"$schema"',
      '{"$schema":"urn:c"}',
      '[{"\\u0024schema":"urn:d"}]',
    );
    const object = fc
      .array(fc.tuple(name, value), { maxLength: 3 })
      .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`);
    const document = fc.oneof(
      object,
      fc.array(fc.oneof(object, value), { maxLength: 3 }).map((all) => `[${all}]`),
    );
    const law = fc.asyncProperty(document, async (text) => {
      const { index } = await builtIndex([Buffer.from(text)]);
      assert.deepEqual((await indexed(text)).schemas, schemaReferences(index), text);
    });
    await fc.assert(law, { numRuns: 300 });
  });

  test('is nested as deep as any other', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    assert.deepEqual((await indexed(nested(512))).schemas, []);
    await assert.rejects(indexed(nested(513)), /at most 512 levels of arrays and objects inside each other/);
    await assert.rejects(
      indexed(`{"a":${nested(512)}}`),
      /at most 512 levels of arrays and objects inside each other/,
    );
  });
});
