import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Ajv } from 'ajv';
import Core from 'ajv/dist/core.js';
import { compileCheck } from '../../../lib/results/validation/compile-check.ts';
import { validationLimits } from '../../../lib/results/validation/limits.ts';
import { violationsOf } from '../../../lib/results/validation/validate.ts';

/** Violations of JSON Schemas of five drafts in documents, also for hostile schemas. */

const none = async () => undefined;
async function types(
  schema: unknown,
  value: unknown,
  load: (uri: string) => Promise<string | undefined> = none,
) {
  const check = await compileCheck(JSON.stringify(schema), load);
  return violationsOf(check, JSON.stringify(value)).map(({ type, path }) => `${type} ${path ?? ''}`.trim());
}
const draft4 = 'http://json-schema.org/draft-04/schema#';
const draft6 = 'http://json-schema.org/draft-06/schema#';
const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
const newest = 'http://json-schema.org/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

suite('a JSON Schema', () => {
  for (const [name, schema, good, bad, wanted] of [
    ['of no draft is one of draft 4', { minimum: 1, exclusiveMinimum: true }, 2, 1, 'minimum'],
    ['of draft 4', { $schema: draft4, minimum: 1, exclusiveMinimum: true }, 2, 1, 'minimum'],
    ['of draft 6', { $schema: draft6, exclusiveMinimum: 1 }, 2, 1, 'exclusiveMinimum'],
    ['of draft 6 knows const', { $schema: draft6, const: 1 }, 1, 2, 'const'],
    ['of draft 7', { $schema: draft7, if: { const: 1 }, else: { type: 'string' } }, 'x', 2, 'type'],
    [
      'of 2019-09',
      { $schema: draft2019, dependentRequired: { a: ['b'] } },
      { a: 1, b: 1 },
      { a: 1 },
      'dependentRequired',
    ],
    [
      'of 2019-09 evaluates',
      { $schema: draft2019, allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
      'unevaluatedProperties',
    ],
    ['of 2020-12', { $schema: draft2020, prefixItems: [{ type: 'integer' }] }, [1], ['x'], 'type'],
    [
      'of no certain draft is one of 2020-12',
      { $schema: newest, prefixItems: [{ type: 'null' }] },
      [null],
      [1],
      'type',
    ],
    [
      'of numbers, which are doubles: it has no digits beyond their 53 bits',
      { maximum: 9007199254740992 },
      // biome-ignore lint/correctness/noPrecisionLoss: the test is about the lost digit
      9007199254740993,
      9007199254740994,
      'maximum',
    ],
    [
      'with another id than its URI',
      { $id: 'http://a/b', $schema: draft7, $ref: '#/definitions/x', definitions: { x: { type: 'null' } } },
      null,
      1,
      'type',
    ],
    [
      'of draft 7 checks what stands beside a reference',
      { $schema: draft7, $ref: '#/definitions/x', maximum: 1, definitions: { x: { type: 'number' } } },
      1,
      2,
      'maximum',
    ],
    ['with a format, which is not checked', { type: 'string', format: 'date' }, 'x', 1, 'type'],
    ['with an id of draft 4', { id: 'http://a/b', type: 'object' }, {}, 1, 'type'],
  ] as const)
    test(name, async () => {
      assert.deepEqual(await types(schema, good), []);
      assert.deepEqual((await types(schema, bad)).map((each) => each.split(' ')[0]).slice(0, 1), [wanted]);
    });

  const kinds = async (schema: object) => {
    const check = await compileCheck(JSON.stringify(schema), none);
    return (value: unknown) => violationsOf(check, JSON.stringify(value)).map(({ type }) => type);
  };

  test('is compiled without the optimisation, which is slow for a large schema, in every draft', async (t) => {
    const { mock } = t.mock.method(Core.default.prototype, 'compileAsync');
    for (const $schema of [draft4, draft7, draft2019, draft2020]) await types({ $schema }, 1);
    assert.deepEqual(
      mock.calls.map((call) => (call.this as Ajv).opts.code.optimize),
      Array(8).fill(0),
    );
  });

  test('sees only members of the document, in every draft', async () => {
    for (const $schema of [draft4, draft6, draft7, draft2019, draft2020]) {
      const kindsOf = await kinds({ $schema, required: ['constructor', 'a'] });
      assert.deepEqual(kindsOf({ a: 1 }), ['required']);
      assert.deepEqual(kindsOf({ a: 1, constructor: 1 }), []);
      const typesOf = await kinds({ $schema, properties: { toString: { type: 'string' } } });
      assert.deepEqual([typesOf({}), typesOf({ toString: 1 })], [[], ['type']]);
    }
    const kindsOf = await kinds({ $schema: draft7, dependencies: { a: ['toString'] } });
    assert.deepEqual(kindsOf({ a: 1 }), ['dependencies']);
  });

  test('counts multiples of decimals as people do, in every draft', async () => {
    for (const $schema of [draft4, draft6, draft7, draft2019, draft2020]) {
      for (const [multipleOf, good, bad] of [
        [0.01, [19.99, -19.99, 0, 1e3, 123456789012.34], [19.995, 1e-7]],
        [1e-7, [3e-7, 1, 1e22], [1.5e-7]],
        [3, [9, -3, 1.2e22], [1, 1e300]],
      ] as const) {
        const kindsOf = await kinds({ $schema, multipleOf });
        for (const value of good) assert.deepEqual(kindsOf(value), [], `${value}`);
        for (const value of bad) assert.deepEqual(kindsOf(value), ['multipleOf'], `${value}`);
      }
    }
    const check = await compileCheck('{"multipleOf":0.01}', none);
    assert.equal(violationsOf(check, '0.001')[0]?.message, 'the document must be multiple of 0.01');
    assert.equal(violationsOf(check, '1e999')[0]?.message, 'the document must be multiple of 0.01');
  });

  test('finds items that are the same among very many, in every draft', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => (n % 2 === 0 ? n : { n }));
    const mixed = ['1', 1, true, null, 'null', [1], '[1]', { a: [1] }, { a: 1 }, {}];
    const [one, other] = [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ] as const;
    const repeated = [
      [2, 1, 2],
      [null, null],
      [one, other],
    ];
    for (const $schema of [draft4, draft6, draft7, draft2019, draft2020]) {
      const kindsOf = await kinds({ $schema, uniqueItems: true });
      for (const value of [mixed, []]) assert.deepEqual(kindsOf(value), []);
      for (const value of repeated) assert.deepEqual(kindsOf(value), ['uniqueItems']);
    }
    const kindsOf = await kinds({ uniqueItems: true });
    assert.deepEqual([kindsOf(many), kindsOf([...many, { n: 1 }])], [[], ['uniqueItems']]);
    assert.deepEqual((await kinds({ uniqueItems: false }))([1, 1]), []);
    const check = await compileCheck('{"properties":{"a":{"uniqueItems":true}}}', none);
    assert.deepEqual(violationsOf(check, '{"a":[1,2,1.0]}'), [
      {
        type: 'uniqueItems',
        message: '/a must NOT have duplicate items (items ## 0 and 2 are identical)',
        path: '/a',
        schemaPath: '#/properties/a/uniqueItems',
      },
    ]);
  });

  test('names each violation with its place', async () => {
    const schema = {
      properties: { a: { items: { type: 'integer' } } },
      required: ['b'],
      additionalProperties: false,
    };
    const check = await compileCheck(JSON.stringify(schema), none);
    assert.deepEqual(violationsOf(check, '{"a":[1,"x"],"c":1}'), [
      {
        type: 'required',
        message: "the document must have required property 'b'",
        path: '',
        schemaPath: '#/required',
      },
      {
        type: 'additionalProperties',
        message: 'the document must NOT have additional properties: c',
        path: '',
        schemaPath: '#/additionalProperties',
      },
      {
        type: 'type',
        message: '/a/1 must be integer',
        path: '/a/1',
        schemaPath: '#/properties/a/items/type',
      },
    ]);
  });

  test('refers to others by their URIs exactly as written, in circles too', async () => {
    const stored: Record<string, object> = {
      'http://B': { $schema: draft7, properties: { next: { $ref: 'urn:a' }, n: { type: 'integer' } } },
      'urn:a': { $schema: draft4, $ref: 'http://B#' },
    };
    const load = async (uri: string) => (stored[uri] ? JSON.stringify(stored[uri]) : undefined);
    const document = { next: { next: { n: 'x' } }, n: 1 };
    assert.deepEqual(await types({ $schema: draft7, $ref: 'urn:a' }, document, load), ['type /next/next/n']);
  });

  test('that cannot be used reports it of every document', async () => {
    for (const [schema, message] of [
      [{ $id: 'urn:a', $ref: 'b.json' }, /refers to b\.json, and no stored JSON Schema has this URI/],
      [{ $ref: 'urn:gone' }, /refers to urn:gone, and no stored JSON Schema has this URI/],
      [{ $schema: 'urn:draft' }, /its \$schema urn:draft is not known: use draft 4/],
      [{ type: 'thing' }, /cannot be used: /],
      [{ pattern: '(?=a)' }, /cannot be used: /],
      [{ required: 'a' }, /cannot be used: /],
    ] as const) {
      const [only, ...others] = violationsOf(await compileCheck(JSON.stringify(schema), none), '{}');
      assert.deepEqual([only?.type, others], ['Execution error', []]);
      assert.match(only?.message ?? '', message);
    }
  });

  test('that refers to a member that all objects inherit, or to another value than a schema, cannot be used', async () => {
    const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
    const others = ['#/allOf', '#/allOf/length', '#/title', '#/title/constructor/prototype'];
    const places = (name: string) => [name, `#/${name}`, `#/definitions/${name}`, `urn:stored#/${name}`];
    const load = async () => '{}';
    for (const $schema of [draft4, draft6, draft2019, draft2020]) {
      for (const $ref of [...others, ...inherited.flatMap(places)]) {
        const schema = { $schema, $ref, title: 'a', allOf: [{}], definitions: {} };
        assert.deepEqual(await types(schema, {}, load), ['Execution error'], `${$schema} ${$ref}`);
      }
      for (const name of inherited) {
        const definitions = JSON.parse(`{"${name}":{"type":"null"}}`);
        assert.deepEqual(await types({ $schema, $ref: `#/definitions/${name}`, definitions }, 1), ['type']);
      }
    }
    assert.deepEqual(await types({ $schema: draft2020, $dynamicRef: '#constructor' }, 1), [
      'Execution error',
    ]);
  });

  test('runs no text of an id as code', async () => {
    const id = 'urn:x*/globalThis.ranTextOfId=true;/*';
    const schemas = [
      { id },
      { $schema: draft6, $id: id },
      { $schema: draft2019, $id: id },
      { $schema: draft2020, $id: id },
      { definitions: { a: { id } }, $ref: '#/definitions/a' },
      { other: { a: { id: [id] } }, $ref: '#/other/a' },
      { $schema: draft7, other: { a: { $id: { id } } }, $ref: '#/other/a' },
    ];
    for (const schema of schemas) {
      const [only] = violationsOf(await compileCheck(JSON.stringify(schema), none), '{}');
      assert.equal(Reflect.get(globalThis, 'ranTextOfId'), undefined, JSON.stringify(schema));
      assert.equal(only?.type, 'Execution error', JSON.stringify(schema));
    }
    const load = async () => JSON.stringify({ id });
    await types({ $ref: 'urn:stored' }, {}, load);
    assert.equal(Reflect.get(globalThis, 'ranTextOfId'), undefined);
    assert.deepEqual(await types({ id: 'urn:/*', type: 'null' }, 1), ['type']);
  });

  test('cannot make the check asynchronous', async () => {
    for (const $async of [true, 1, 'yes'])
      for (const $schema of [draft4, draft7, draft2020]) {
        const check = await compileCheck(JSON.stringify({ $schema, $async, type: 'null' }), none);
        assert.match(
          violationsOf(check, '1')[0]?.message ?? '',
          /cannot be used: .*keyword \$async: remove it/,
        );
      }
    const load = async () => JSON.stringify({ $async: true, type: 'null' });
    assert.deepEqual(await types({ $ref: 'urn:stored' }, 1, load), ['Execution error']);
    assert.deepEqual(await types({ properties: { $async: { type: 'null' } } }, { $async: 1 }), [
      'type /$async',
    ]);
  });

  test('may refer to a bounded number of others', async () => {
    const max = validationLimits.validationSchemasMax;
    const found = async (count: number) => {
      const load = async (uri: string) => {
        const n = Number(uri.slice(4));
        return JSON.stringify(n < count ? { $ref: `urn:${n + 1}` } : { type: 'null' });
      };
      const check = await compileCheck(JSON.stringify({ $ref: 'urn:1' }), load);
      return violationsOf(check, '{}').map(({ message }) => message);
    };
    assert.deepEqual(await found(max), ['the document must be null']);
    assert.match((await found(max + 1)).join(), new RegExp(`refers to more than ${max} other schemas$`));
  });

  test('takes no more time and memory than it may', async () => {
    const definitions: Record<string, unknown> = { a0: { type: 'string' } };
    for (let n = 1; n < 40; n += 1)
      definitions[`a${n}`] = {
        anyOf: [{ $ref: `#/definitions/a${n - 1}` }, { $ref: `#/definitions/a${n - 1}` }],
      };
    const exponential = await compileCheck(JSON.stringify({ $ref: '#/definitions/a39', definitions }), none);
    const [given] = violationsOf(exponential, '1', 100);
    assert.match(given?.message ?? '', /validation with the JSON Schema failed: Script execution timed out/);
    const backtracking = await compileCheck(JSON.stringify({ pattern: '^(a+)+$' }), none);
    assert.deepEqual(
      violationsOf(backtracking, JSON.stringify(`${'a'.repeat(5000)}!`)).map(({ type }) => type),
      ['pattern'],
    );
    const list = await compileCheck(JSON.stringify({ items: { type: 'null' } }), none);
    assert.equal(
      violationsOf(list, JSON.stringify(Array(5000).fill(1))).length,
      validationLimits.validationErrorsMax,
    );
    const large = JSON.stringify(Array(validationLimits.validationAllBytesMax).fill(1));
    assert.equal(violationsOf(list, large).length, 1);
    const long = await compileCheck(JSON.stringify({ additionalProperties: false }), none);
    assert.ok(
      (violationsOf(long, JSON.stringify({ ['x'.repeat(10_000)]: 1 }))[0]?.message.length ?? 0) < 400,
    );
  });
});
