import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { schemaMessages } from '../../../../lib/driver/document/messages/schema-messages.ts';

/** Each violation becomes one message that a person can act on, at the place of the mistake. */

type Violation = Parameters<typeof schemaMessages>[0][number];

const violation = (changed: Partial<Violation>): Violation => ({
  keyword: 'type',
  instancePath: '/a/0',
  schemaPath: '#/properties/a',
  params: {},
  data: 1,
  parentSchema: {},
  ...changed,
});

const document = { a: [1] };

/** The messages for violations, each as `path: message | hint`. */
const messages = (...violations: readonly Partial<Violation>[]): readonly string[] =>
  schemaMessages(violations.map(violation), document).map(
    ({ path, message, hint, severity }) =>
      `${severity === 'error' ? '' : severity}${path.join('.')}: ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  );

const required = (...names: readonly string[]) => names.map((name) => ({ required: [name] }));
const many = 'x'.repeat(41);

const table: readonly [changed: Partial<Violation>, message: string][] = [
  [
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'hots' },
      parentSchema: { properties: { host: {} } },
    },
    "a.0.hots: unknown property 'hots' | did you mean 'host'?",
  ],
  [
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: '\u00a0\u00a0host' },
      parentSchema: { properties: { host: {} } },
    },
    "a.0.\u00a0\u00a0host: unknown property '\u00a0\u00a0host' | this name has the character U+00A0, which looks like a space; write a space in its place",
  ],
  ...(
    [
      ['ergonomics', "write 'ergonomics' at the top of the document"],
      ['sharedConnections', "write 'sharedConnections' in 'http'"],
      ['sla', "write 'sla' in 'httpRequest'"],
      ['stopOnInvalid', "write 'stopOnInvalid' in 'ergonomics' or in the 'handler' of a request"],
      // Many steps have a toVar, and several phases have maxSessions.
      ['toVar'],
      ['maxSessions'],
      ['constructor'],
    ] as const
  ).map(([additionalProperty, hint]): [Partial<Violation>, string] => [
    { keyword: 'additionalProperties', params: { additionalProperty } },
    `a.0.${additionalProperty}: unknown property '${additionalProperty}'${hint === undefined ? '' : ` | ${hint}`}`,
  ]),
  [
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'zzz' },
      parentSchema: { title: 'step', maxProperties: 1, properties: { set: {} } },
    },
    "a.0.zzz: unknown step 'zzz' | expected 'set'",
  ],
  ...(
    [
      ['toVar', ['GET', 'handler'], 'handler: { body: { json: { query: .id, toVar: id } } }'],
      ['extract', ['GET', 'handler'], 'handler: { body: { json: { query: .id, toVar: id } } }'],
      ['range', ['GET', 'handler'], 'handler: { status: { range: 200-299 } }'],
      ['query', ['status', 'onCompletion'], 'body: { json: { query: .id, toVar: id } }'],
      ['range', ['status', 'onCompletion'], 'status: { range: 200-299 }'],
    ] as const
  ).map(([additionalProperty, known, example]): [Partial<Violation>, string] => [
    {
      keyword: 'additionalProperties',
      params: { additionalProperty },
      parentSchema: { properties: Object.fromEntries(known.map((name) => [name, {}])) },
    },
    `a.0.${additionalProperty}: unknown property '${additionalProperty}' | write for example '${example}'`,
  ]),
  [
    { data: [{}], parentSchema: { title: 'a step', type: ['object', 'string'] } },
    "a.0: must be a step, found a list | a list cannot be an item of this list: remove the first '-', also before !foreach",
  ],
  [
    { keyword: 'propertyNames', params: { propertyName: 'abc' }, schema: { title: 'a status range' } },
    "a.0.abc: 'abc' is not a status range",
  ],
  [{ keyword: 'required', params: { missingProperty: 'host' } }, "a.0: 'host' is missing"],
  [
    { keyword: 'oneOf', data: {}, parentSchema: { oneOf: required('x', 'y') } },
    "a.0: 'x' or 'y' is missing, expected exactly one of them",
  ],
  [
    {
      keyword: 'oneOf',
      data: { x: 1, y: 2 },
      params: { passingSchemas: [0, 1] },
      parentSchema: { oneOf: required('x', 'y') },
    },
    "a.0: has both 'x' and 'y', expected exactly one of them",
  ],
  [{ keyword: 'anyOf', data: {}, parentSchema: { anyOf: required('x', 'y') } }, "a.0: 'x' is missing"],
  [{ keyword: 'not', data: {} }, "a.0: has both 'scenario' and 'forks', expected at most one of them"],
  [
    { keyword: 'minProperties', data: {}, parentSchema: { title: 'step', maxProperties: 1 } },
    'a.0: expected exactly one step, found none',
  ],
  [{ keyword: 'minProperties', data: {} }, 'a.0: must not be empty, expected at least one entry'],
  [
    { keyword: 'maxProperties', data: { x: 1, y: 2 }, parentSchema: { title: 'step', maxProperties: 1 } },
    "a.0: expected exactly one step here, found 'x' and 'y' | check the indentation, or begin each step with its own '-'",
  ],
  [
    {
      keyword: 'maxProperties',
      data: { x: 1, y: 2, z: 3 },
      parentSchema: { title: 'phase kind', maxProperties: 1 },
    },
    "a.0: expected exactly one phase kind here, found 'x', 'y' and 'z' | check the indentation",
  ],
  [
    {
      keyword: 'maxProperties',
      data: { x: 1, atOnce: 2 },
      parentSchema: { title: 'phase kind', maxProperties: 1, properties: { atOnce: {}, always: {} } },
    },
    "a.0: expected exactly one phase kind here, found 'x' and 'atOnce' | indent 'x' further, below 'atOnce'",
  ],
  [{ keyword: 'minLength', data: '' }, 'a.0: must not be empty'],
  [{ keyword: 'minItems', data: [] }, 'a.0: must not be empty, expected at least one item'],
  [
    { keyword: 'enum', data: 'FIAL', parentSchema: { enum: ['FAIL', 'CONTINUE', 'STOP'] } },
    "a.0: must be FAIL, CONTINUE or STOP, found 'FIAL' | did you mean 'FAIL'?",
  ],
  [{ keyword: 'enum', data: 'stop', parentSchema: { enum: ['one'] } }, "a.0: must be one, found 'stop'"],
  [{ parentSchema: { type: 'string' }, data: 5 }, 'a.0: must be text, found 5'],
  [{ parentSchema: { type: 'string', pattern: 'x' }, data: true }, 'a.0: must be text, found true'],
  [{ parentSchema: { type: 'string' }, data: null }, 'a.0: must be text, found nothing'],
  [{ parentSchema: { type: 'integer' }, data: '12' }, "a.0: must be a whole number, found '12'"],
  [{ parentSchema: { type: 'number' }, data: '-1.5' }, "a.0: must be a number, found '-1.5'"],
  [{ parentSchema: { type: 'number' }, data: 'x1' }, "a.0: must be a number, found 'x1'"],
  [
    { parentSchema: { title: 'a mapping of names', type: ['object', 'array'] }, data: 'Accept: x' },
    "a.0: must be a mapping of names, found 'Accept: x' | write the value without quotes",
  ],
  [
    { parentSchema: { type: 'object' }, data: '/shop' },
    "a.0: must be a mapping, found '/shop' | write 'GET: /shop' on the next line, indented",
  ],
  [
    { parentSchema: { type: 'object' }, data: 'PUT /shop' },
    "a.0: must be a mapping, found 'PUT /shop' | write 'PUT: /shop' on the next line, indented",
  ],
  [
    { parentSchema: { type: 'object' }, data: 'http://shop/cart' },
    "a.0: must be a mapping, found 'http://shop/cart' | write 'GET: http://shop/cart' on the next line, indented",
  ],
  [
    { parentSchema: { type: 'object', properties: { host: {} } }, data: 'http://shop' },
    "a.0: must be a mapping, found 'http://shop' | write 'host: http://shop' on the next line, indented",
  ],
  [
    { parentSchema: { type: 'object', properties: { key: { type: 'string' } } }, data: 'bytes' },
    "a.0: must be a mapping, found 'bytes' | write '{ key: bytes }'",
  ],
  [
    { parentSchema: { type: 'object', properties: { steps: { type: 'array' } } }, data: 'x' },
    "a.0: must be a mapping, found 'x'",
  ],
  [
    { parentSchema: { title: 'sequence', maxProperties: 1, type: 'object' }, data: 'browse' },
    "a.0: must be a mapping with one sequence, found 'browse' | write 'browse:' and its steps here",
  ],
  // Without its quotes, this text is not a mapping either.
  [{ parentSchema: { type: 'object' }, data: 'Accept:x' }, "a.0: must be a mapping, found 'Accept:x'"],
  [{ parentSchema: { type: 'object' }, data: 'shop' }, "a.0: must be a mapping, found 'shop'"],
  [
    { parentSchema: { title: 'a list of phases', type: 'array' }, data: { a: 1 } },
    "a.0: must be a list of phases, found a mapping | begin each item of the list with '-'",
  ],
  [
    { parentSchema: { type: 'string' }, data: [1] },
    'a.0: must be text, found a list | write the value as one text in quotes',
  ],
  [
    { parentSchema: { type: 'integer' }, data: '${USERS:-10}' },
    "a.0: must be a whole number, found '${USERS:-10}' | write '!param USERS 10', and give its value with -P USERS=...",
  ],
  [
    { parentSchema: { title: 'a time such as 30s', type: ['string', 'integer'] }, data: '{{ TIME }}' },
    "a.0: must be a time such as 30s, found '{{ TIME }}' | write '!param TIME', and give its value with -P TIME=...",
  ],
  [
    { parentSchema: { title: 'a number, or a mapping with fromVar', type: 'integer' }, data: '$n' },
    "a.0: must be a number, or a mapping with fromVar, found '$n'",
  ],
  ...(
    [
      ['1k', 1000],
      ['1 %', 0.01],
      ['1,500', 1500],
      ["12'000.5", 12000.5],
      ['5/s', 5],
      ['7 rps', 7],
      ['8 users', 8],
      ['9 requests per second', 9],
    ] as const
  ).map(([data, number]): [Partial<Violation>, string] => [
    { parentSchema: { type: 'number' }, data },
    `a.0: must be a number, found '${data}' | write ${number}`,
  ]),
  [
    { parentSchema: { type: 'number' }, data: ' 5' },
    "a.0: must be a number, found ' 5' | write '5' without the spaces before or after it",
  ],
  [
    { parentSchema: { type: 'boolean' }, data: 'true ' },
    "a.0: must be true or false, found 'true ' | write 'true' without the spaces before or after it",
  ],
  [{ parentSchema: { type: 'number' }, data: ' ' }, "a.0: must be a number, found ' '"],
  // YAML reads this as text with quotes and without them.
  [
    { parentSchema: { type: ['number', 'object'] }, data: '1:30' },
    "a.0: must be a number or a mapping, found '1:30'",
  ],
  // In some languages, this is one and a half.
  [{ parentSchema: { type: 'number' }, data: '1,5' }, "a.0: must be a number, found '1,5' | write 1.5"],
  ...['-load', '– load'].map((additionalProperty): [Partial<Violation>, string] => [
    { keyword: 'additionalProperties', params: { additionalProperty } },
    `a.0.${additionalProperty}: unknown property '${additionalProperty}' | write '- load' with a space after the '-', if this is an item of a list`,
  ]),
  [
    { parentSchema: { type: 'boolean' }, data: 'yes' },
    "a.0: must be true or false, found 'yes' | write true",
  ],
  [
    { parentSchema: { type: 'boolean' }, data: 'OFF' },
    "a.0: must be true or false, found 'OFF' | write false",
  ],
  [{ parentSchema: { type: 'boolean' }, data: 'maybe' }, "a.0: must be true or false, found 'maybe'"],
  [
    { parentSchema: { type: ['object', 'array', 'null'] }, data: 'x' },
    "a.0: must be a mapping, a list or nothing, found 'x'",
  ],
  [{ parentSchema: { title: 'a rate' }, data: [] }, 'a.0: must be a rate, found an empty list'],
  [
    { parentSchema: { title: 'action', else: {}, type: 'object' }, data: [1] },
    "a.0: must be an action, found a list | a list cannot be an item of this list: remove the first '-', also before !foreach",
  ],
  [
    { parentSchema: { title: 'step', else: {}, type: 'object' }, data: {} },
    'a.0: must be a step, found a mapping',
  ],
  [
    { parentSchema: { title: 'step', maxProperties: 1 }, data: 1 },
    'a.0: must be a mapping with one step, found 1',
  ],
  [{ parentSchema: {}, data: many }, `a.0: must be something else, found '${'x'.repeat(37)}...'`],
  [{ parentSchema: { type: 'number' }, data: 'a \n b' }, "a.0: must be a number, found 'a b'"],
  [{ instancePath: '', data: 7 }, ': the document is 7, expected a mapping with name, http and phases'],
  [
    { instancePath: '', data: null },
    ': the document is empty, expected a mapping with name, http and phases',
  ],
];

suite('a violation', () => {
  for (const [changed, message] of table) test(message, () => assert.deepEqual(messages(changed), [message]));
});

suite('a bare word in place of a step', () => {
  const step = (data: string) =>
    messages({ keyword: 'enum', data, parentSchema: { title: 'step', enum: [] } });

  test('has no body, no colon, or is misspelt', () => {
    assert.deepEqual(step('thinkTime'), [
      "a.0: step 'thinkTime' has no body | write 'thinkTime:' and its fields",
    ]);
    assert.deepEqual(step('thinkTime 5s'), [
      "a.0: unknown step 'thinkTime 5s' | write 'thinkTime: ...' with a colon and a space",
    ]);
    assert.deepEqual(step('thinkTmie'), ["a.0: unknown step 'thinkTmie' | did you mean 'thinkTime'?"]);
  });
});

suite('several violations of the schema', () => {
  test('those that only echo another are left out', () => {
    assert.deepEqual(
      messages({ keyword: 'if' }, { schemaPath: '#/a/oneOf/1/required', keyword: 'required' }),
      [],
    );
    assert.deepEqual(messages({ keyword: 'oneOf', data: 5, parentSchema: { oneOf: required('x') } }), []);
    assert.deepEqual(messages({ propertyName: 'x' }), []);
  });

  test('a misspelt member is not missing as well', () => {
    const misspelt = {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'hots' },
      parentSchema: { properties: { host: {} } },
    };
    const missing = { keyword: 'required', params: { missingProperty: 'host' } };
    assert.equal(messages(misspelt, missing).length, 1);
    assert.equal(messages(misspelt, { ...missing, params: { missingProperty: 'port' } }).length, 2);
    const choice = { keyword: 'oneOf', data: {}, parentSchema: { oneOf: required('host', 'x') } };
    assert.equal(messages(misspelt, choice).length, 1);
    assert.equal(messages(misspelt, { ...choice, params: { passingSchemas: [0, 1] } }).length, 2);
  });

  test('a mapping with too many members is not asked for each of them', () => {
    const crowded = {
      keyword: 'maxProperties',
      data: { x: 1, y: 2 },
      parentSchema: { title: 'step', maxProperties: 1 },
    };
    const unknown = { keyword: 'additionalProperties', params: { additionalProperty: 'x' } };
    assert.equal(messages(crowded, unknown).length, 1);
    assert.equal(messages(crowded, { ...unknown, instancePath: '/b' }).length, 2);
  });

  test('the same message at the same place is reported once', () => {
    const missing = { keyword: 'required', params: { missingProperty: 'host' } };
    assert.equal(messages(missing, missing).length, 1);
    assert.equal(messages(missing, { ...missing, instancePath: '/b' }).length, 2);
  });
});
