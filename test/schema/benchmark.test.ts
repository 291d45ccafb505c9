import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import schema from '../../schema/benchmark.schema.json' with { type: 'json' };
import editorSchema from '../../schema/editor.schema.json' with { type: 'json' };

/** For each rule, documents that the schema accepts and documents that it refuses. */
type Row = readonly [what: string, good: readonly unknown[], bad: readonly unknown[]];
type Schema = { readonly [keyword: string]: unknown };

const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
const validate = ajv.compile(schema);
/** The editor's schema has keywords of the language server in addition to those of JSON Schema. */
const validateInEditor = new Ajv({ strict: false }).compile(editorSchema);
const base = { name: 'x', http: { host: 'a' } };
const definitions: Readonly<Record<string, Schema>> = schema.definitions;

describe('people and editors can use the benchmark schema', () => {
  it('names its draft and its own id', () => {
    assert.equal(schema.$schema, 'http://json-schema.org/draft-07/schema#');
    assert.equal(schema.$id, 'urn:downpour:schema:benchmark');
    assert.ok(ajv.validateSchema(schema));
  });

  it('describes every property and definition in a sentence', () => {
    const silent = [
      ...Object.entries(definitions).map(([name, body]) => [`definitions.${name}`, body] as const),
      ...properties(schema, ''),
    ].filter(([, body]) => !/^\S.{4,}[.:]$/su.test(descriptionOf(body)));
    assert.deepEqual(
      silent.map(([location]) => location),
      [],
    );
  });

  it('refers only to definitions that are there, and to all of them', () => {
    const references = [...JSON.stringify(schema).matchAll(/"#\/definitions\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(references)].sort(), Object.keys(definitions).sort());
  });

  it('gives only examples that it accepts', () => {
    const named = Object.entries(definitions).map(([name, body]) => [`/definitions/${name}`, body] as const);
    let seen = 0;
    for (const [location, { examples = [] }] of [...named, ...properties(schema, '')])
      for (const example of examples as readonly unknown[]) {
        const accepts = ajv.getSchema(`${schema.$id}#${location}`);
        assert.ok(accepts?.(example), `${JSON.stringify(example)} ${JSON.stringify(accepts?.errors)}`);
        seen += 1;
      }
    assert.ok(seen > 300, `${seen} examples`);
  });

  it('keeps its definitions in alphabetical order', () => {
    const names = Object.keys(definitions).map((name) => name.toLowerCase());
    assert.deepEqual(names, [...names].sort());
  });
});

describe('every named kind of the format is there', () => {
  const rows: readonly (readonly [definition: string, names: string])[] = [
    [
      'step',
      'addItem addToInt addToSharedCounter awaitAllResponses awaitDelay awaitInt awaitVar breakIfFinished breakSequence clearHttpCache conditional divide fail foreach getIndex getItem getSharedCounter getSize hotrodRequest httpRequest json log loop markRequestInvalid newSequence nextSequence noop publishAgentData publishGlobalCounters pullSharedMap pushSharedMap randomCsvRow randomFile randomInt randomItem randomUUID readAgentData removeItem restartSequence scheduleDelay set setInt setItem setSharedCounter stop stopwatch stringToInt template thinkTime timestamp unset',
    ],
    [
      'processor',
      'addItem addToInt addToSharedCounter array clearHttpCache closeConnection collection conditional count fail getIndex getItem getSharedCounter getSize gzipInflator json log logInvalid markRequestInvalid newSequence parseHtml publishAgentData publishGlobalCounters queue readAgentData removeItem restartSequence set setInt setItem setSharedCounter simple store storeInt stringToInt unset',
    ],
    [
      'action',
      'addItem addToInt addToSharedCounter clearHttpCache conditional fail getIndex getItem getSharedCounter getSize log markRequestInvalid newSequence publishAgentData publishGlobalCounters readAgentData removeItem restartSequence set setInt setItem setSharedCounter stringToInt unset',
    ],
    ['transformer', 'actions pattern'],
    ['rawBytesHandler', 'transferSizeRecorder'],
    ['statusHandler', 'action counter multiplex range stats store'],
    ['headerHandler', 'conditional countHeaders filter logInvalid recordHeaderTime'],
    ['condition', 'allConditions boolCondition intCondition stringCondition'],
    ['phaseBody', 'always atOnce constantPerSec constantRate decreasingRate increasingRate noop rampPerSec'],
    ['sla', 'blockedRatio errorRatio invalidRatio limits meanResponseTime window'],
  ];
  for (const [definition, names] of rows) {
    it(definition, () => assert.deepEqual(kindsOf(definitions[definition]).sort(), names.split(' ')));
  }

  it('there are 51 steps: six may be without a body, and 23 have a text form', () => {
    const step = definitions.step as {
      then: { enum: string[] };
      else: { properties: Record<string, Schema> };
    };
    assert.equal(Object.keys(step.else.properties).length, 51);
    assert.deepEqual(
      step.then.enum.filter((name) => accepts(scenario(name))),
      ['awaitAllResponses', 'breakIfFinished', 'noop', 'restartSequence', 'stop', 'stopwatch'],
    );
    const shorthands =
      'addToInt addToSharedCounter awaitDelay awaitVar divide fail getSharedCounter json log newSequence nextSequence publishAgentData randomInt randomItem randomUUID readAgentData set setInt setSharedCounter stringToInt thinkTime timestamp unset';
    assert.deepEqual(
      Object.keys(step.else.properties).filter((name) => accepts(scenario({ [name]: '5ms' }))),
      shorthands.split(' '),
    );
  });
});

describe('defaults are those of the format', () => {
  const rows: readonly (readonly [definition: string, defaults: Readonly<Record<string, unknown>>])[] = [
    [
      'http',
      {
        addresses: [],
        allowHttp1x: true,
        allowHttp2: true,
        connectionStrategy: 'SHARED_POOL',
        directHttp2: false,
        maxHttp2Streams: 100,
        sharedConnections: 1,
        pipeliningLimit: 1,
        requestTimeout: '30s',
        rawBytesHandlers: true,
        useHttpCache: true,
      },
    ],
    [
      'ergonomics',
      {
        repeatCookies: true,
        autoRangeCheck: true,
        stopOnInvalid: true,
        followRedirect: 'NEVER',
        // The default of the original format is false. docs/compatibility.md has the reason for another
        // default here.
        compensateInternalLatency: true,
      },
    ],
    ['constantRatePhase', { variance: true, maxIterations: 1, sessionLimitPolicy: 'FAIL', isWarmup: false }],
    ['increasingRatePhase', { variance: true, maxIterations: 1 }],
    ['decreasingRatePhase', { variance: true, maxIterations: 1 }],
    ['fork', { weight: 1 }],
    ['scenario', { maxSequences: 16, maxRequests: 16 }],
    ['randomInt', { min: 0, max: 2147483647 }],
  ];
  for (const [definition, defaults] of rows) {
    it(definition, () => {
      const members = definitions[definition]?.properties as Readonly<Record<string, Schema>>;
      for (const [name, value] of Object.entries(defaults))
        assert.deepEqual(defaultOf(members[name]), value, name);
    });
  }
});

describe('the schema accepts and refuses the bounds and shapes of the format', () => {
  const rows: readonly Row[] = [
    ['document', [base], [{}, { name: 'x' }, { http: { host: 'a' } }, { ...base, foo: 1 }, [], null]],
    [
      'name',
      [{ ...base, name: 'x' }],
      [
        { ...base, name: 5 },
        { ...base, name: '' },
      ],
    ],
    [
      'threads',
      [1, 64].map((threads) => ({ ...base, threads })),
      [0, 1.5, '1'].map((threads) => ({ ...base, threads })),
    ],
    [
      'agents',
      [
        { a: 'x', b: 5, c: true, d: { cpus: 2, host: 'h', on: true } },
        [{ a: 'x' }, { b: {} }],
        { a: { threads: 2, region: 'eu-west-1', cpus: 4 } },
        ['a', 'b'],
        null,
        'a',
      ].map((agents) => ({ ...base, agents })),
      [{ a: { b: [1] } }, { a: { threads: 0 } }, { a: { threads: 'many' } }, [{ a: 1, b: 2 }], [5], 5].map(
        (agents) => ({ ...base, agents }),
      ),
    ],
    [
      'http',
      [{ host: 'a' }, [{ host: 'a' }, { host: 'b' }]].map((http) => ({ ...base, http })),
      [[], 'a', { port: 80 }, { host: 'a', foo: 1 }, { host: '' }].map((http) => ({ ...base, http })),
    ],
    http('protocol', ['http', 'https'], ['HTTP', 'ftp']),
    http('port', [1, 65535], [0, 65536, '80', 80.5]),
    http('addresses', [[], ['10.0.0.1']], [[1], 5]),
    http('connectionStrategy', ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'], ['POOL']),
    http('maxHttp2Streams', [1], [0]),
    http('pipeliningLimit', [1], [0]),
    http(
      'sharedConnections',
      [1, { core: 1, max: 1, buffer: 1, keepAliveTime: 5 }],
      [0, { core: 1, max: 1 }, { core: 0, max: 1, buffer: 1 }],
    ),
    http('requestTimeout', [30, '30s', '30 s', '5m', '1h', '250ms', 'none'], ['s', '1.5s', 1.5, '1d']),
    http(
      'keyManager',
      [{ certFile: 'a', keyFile: 'b', storeType: 'JKS', storeFile: 'c', password: 'd', alias: 'e' }],
      [{ foo: 'x' }, 'a'],
    ),
    http(
      'trustManager',
      [{ certFile: 'a', storeType: 'JKS', storeFile: 'c', password: 'd' }],
      [{ alias: 'x' }],
    ),
    ...['allowHttp1x', 'allowHttp2', 'directHttp2', 'rawBytesHandlers', 'useHttpCache'].map((name) =>
      http(name, [true, false], ['true', 1]),
    ),
    [
      'ergonomics',
      [{}, { followRedirect: 'LOCATION_ONLY', userAgentFromSession: false }].map((ergonomics) => ({
        ...base,
        ergonomics,
      })),
      [{ foo: true }, { followRedirect: 'never' }, { repeatCookies: 'yes' }, []].map((ergonomics) => ({
        ...base,
        ergonomics,
      })),
    ],
    [
      'phases',
      [[{ a: { noop: {} } }, { b: { noop: null } }]].map((phases) => ({ ...base, phases })),
      [
        [],
        [{}],
        [{ a: {} }],
        [{ a: { noop: {} }, b: { noop: {} } }],
        [{ a: { noop: {}, always: {} } }],
        [{ a: { pause: {} } }],
        { a: {} },
      ].map((phases) => ({ ...base, phases })),
    ],
    phase(
      'always',
      { users: 1 },
      { users: [1, { base: 1, increment: -1 }] },
      { users: [0, 1.5, { base: 1 }, { base: 0, increment: 1 }] },
    ),
    phase('atOnce', { users: 1 }, {}, { users: [undefined, 'ten'], usersPerSec: [1], variance: [true] }),
    phase(
      'constantRate',
      { usersPerSec: 0.5 },
      { maxSessions: [1], variance: [false], sessionLimitPolicy: ['CONTINUE'] },
      { usersPerSec: [undefined, 0, '1', { base: 1 }], maxSessions: [0], variance: ['no'], users: [1] },
    ),
    phase(
      'increasingRate',
      { initialUsersPerSec: 1, targetUsersPerSec: 2 },
      { initialUsersPerSec: [0, { base: 0, increment: 1 }] },
      { initialUsersPerSec: [undefined, -1, { base: -1, increment: 1 }], targetUsersPerSec: [undefined] },
    ),
    phase(
      'decreasingRate',
      { initialUsersPerSec: 2, targetUsersPerSec: 1 },
      { targetUsersPerSec: [0] },
      { initialUsersPerSec: [undefined], targetUsersPerSec: [-0.1] },
    ),
    phase(
      'always',
      { users: 1 },
      {
        startTime: [5, '5s'],
        startAfter: ['a', ['a', { phase: 'b', iteration: 'same', fork: 'f' }]],
        startAfterStrict: [{ phase: 'b' }],
        startWith: [{ phase: 'b', delay: '5s' }],
        duration: ['1h'],
        maxDuration: [1],
        maxIterations: [1, 9],
        isWarmup: [true],
        scenario: [[{ a: [] }]],
      },
      {
        startTime: ['soon'],
        startAfter: [[], 5, { iteration: 'same' }, { phase: 'b', iteration: 'next' }, { phase: 'b', foo: 1 }],
        maxIterations: [0],
        foo: [1],
        scenario: [undefined, [], [{ a: ['noop'], b: ['noop'] }], { foo: [] }, 'a'],
        forks: [{ a: { scenario: [{ a: ['noop'] }] } }],
      },
    ),
    [
      'forks',
      [[{ a: { weight: 0.5 } }], { a: { scenario: [{ a: ['noop'] }] } }].map((forks) =>
        single({ always: { users: 1, forks } }),
      ),
      [[], {}, [{}], { a: { foo: 1 } }, { a: { weight: 'x' } }].map((forks) =>
        single({ always: { users: 1, forks } }),
      ),
    ],
    [
      'staircase',
      [
        {},
        {
          initialRampUpDuration: '1s',
          steadyStateDuration: 5,
          rampUpDuration: '1m',
          initialUsersPerSec: 0.5,
          incrementUsersPerSec: 1,
          maxIterations: 1,
          maxSessions: 1,
          scenario: [{ a: ['noop'] }],
        },
      ].map((staircase) => ({ ...base, staircase })),
      [{ foo: 1 }, { incrementUsersPerSec: 0 }, { maxIterations: 0 }, { maxSessions: 0 }].map(
        (staircase) => ({ ...base, staircase }),
      ),
    ],
    [
      'scenario',
      [
        {
          initialSequences: [],
          sequences: [{ a: ['noop'] }],
          orderedSequences: [{ a: ['noop'] }],
          maxSequences: 1,
          maxRequests: 1,
        },
        {},
      ].map((value) => ({ ...base, scenario: value })),
      [{ maxRequests: 0 }, { sequences: {} }, []].map((value) => ({ ...base, scenario: value })),
    ],
    steps(
      'steps',
      ['noop', { noop: null }, { stop: {} }, { stopwatch: ['noop'] }],
      ['log', 'foo', {}, { noop: null, stop: null }, 5, null, { foo: {} }],
    ),
    steps(
      'randomCsvRow',
      [
        { randomCsvRow: { file: 'a.csv', columns: { 0: 'x' }, separator: ';', skipComments: true } },
        { randomCsvRow: { file: 'a.csv', columns: { 0: 'x' }, skipHeader: true, order: 'PER_USER' } },
        { randomCsvRow: { file: 'a.csv', columns: [{ 0: 'x' }] } },
      ],
      [
        { randomCsvRow: { file: 'a.csv', columns: 5 } },
        { randomCsvRow: { foo: 1 } },
        { randomCsvRow: 'a.csv' },
      ],
    ),
    steps(
      'randomFile',
      [
        { randomFile: { files: ['a', 'b'], toVar: 'x', filenameVar: 'y' } },
        { randomFile: { files: { a: '1' }, toVar: 'x' } },
        { randomFile: { files: [{ a: 2 }], toVar: 'x' } },
      ],
      [{ randomFile: { files: 5, toVar: 'x' } }],
    ),
    steps(
      'text as it is written',
      [true, 5, 'x', '1.10'].map((value) => ({ set: { var: 'x', value } })),
      [[1], null, {}].map((value) => ({ set: { var: 'x', value } })),
    ),
    steps(
      'httpRequest',
      [
        { GET: '/' },
        {
          method: 'POST',
          path: { fromVar: 'p' },
          body: { form: [{ name: 'a', pattern: '${b}' }] },
          headers: [{ a: 1 }, { b: { fromVar: 'c' } }],
        },
        {
          GET: '/',
          sla: {
            limits: { 0.99: '20ms' },
            window: '10s',
            meanResponseTime: '5ms',
            errorRatio: 0.1,
            invalidRatio: 0,
            blockedRatio: 1,
          },
        },
        {
          GET: '/',
          sla: [{ limits: [{ 0.9: '5ms' }] }],
          metric: ['a -> b', '-> c'],
          timeout: 5,
          sync: false,
        },
        {
          GET: '/',
          handler: {
            status: { range: 200 },
            header: { filter: { header: 'a', processor: { store: 'b' } } },
            body: [{ json: '.a -> b' }],
            onCompletion: { set: 'a <- b' },
            rawBytes: { transferSizeRecorder: { key: 'k' } },
          },
        },
      ].map((httpRequest) => ({ httpRequest })),
      [
        '/',
        null,
        { GET: [] },
        { GET: '/', handler: 'x' },
        { method: 'GRAB' },
        { GET: '/', foo: 1 },
        { GET: '/', sla: { foo: 1 } },
        { GET: '/', sla: { meanResponseTime: 5 } },
        { GET: '/', handler: { status: { range: 200, store: 'x' } } },
        { GET: '/', handler: { onCompletion: { json: '.a -> b' } } },
        { GET: '/', handler: { body: { store: 'a', foo: 1 } } },
      ].map((httpRequest) => ({ httpRequest })),
    ),
    steps(
      'conditions',
      [
        { boolCondition: { fromVar: 'a', value: true } },
        {
          intCondition: {
            fromVar: 'a',
            isSet: true,
            equalTo: 5,
            lessThan: { fromVar: 'b' },
            greaterThan: [{ value: 1 }, 2],
          },
        },
        {
          stringCondition: {
            fromVar: 'a',
            startsWith: 'x',
            caseSensitive: false,
            negate: true,
            length: { lessThan: 5 },
          },
        },
        { stringCondition: [{ fromVar: 'a', length: [{ equalTo: 5 }, 5] }] },
        {
          allConditions: [{ boolCondition: { fromVar: 'a' } }, { allConditions: { intCondition: 'a > 5' } }],
        },
      ].map((condition) => ({ conditional: { ...condition, actions: { unset: 'a' } } })),
      [
        { intCondition: { equalTo: 'x' } },
        { stringCondition: { length: 'x' } },
        { allConditions: 5 },
        { foo: {} },
      ].map((condition) => ({ conditional: condition })),
    ),
    steps(
      'transformers',
      [
        { pattern: 'x' },
        { pattern: { pattern: 'x' } },
        { actions: { var: 'a', format: 'BYTES', pattern: 'x', actions: [{ unset: 'a' }] } },
        'x',
      ].map((replace) => request({ json: { query: '.a', replace } })),
      [{ foo: 1 }, { actions: { format: 'TEXT' } }].map((replace) =>
        request({ json: { query: '.a', replace } }),
      ),
    ),
    [
      'keys that the original parser knows as well',
      [
        { failurePolicy: 'CONTINUE', statisticsCollectionPeriod: 500, triggerUrl: 'https://ci' },
        {
          pre: { a: 'x' },
          post: [{ b: { exec: 'y' } }],
          customSla: { m: { meanResponseTime: '5ms' } },
          hotrod: { uri: 'x', caches: ['c'] },
        },
        { http: { host: 'a', name: 'n', sslHandshakeTimeout: 'none' } },
      ].map((part) => ({ ...base, ...part })),
      [
        { failurePolicy: 'STOP' },
        { statisticsCollectionPeriod: 0 },
        { pre: { a: 5 } },
        { customSla: { m: { foo: 1 } } },
      ].map((part) => ({ ...base, ...part })),
    ],
  ];
  for (const [what, good, bad] of rows) {
    it(what, () => {
      for (const document of good)
        assert.ok(
          accepts(document),
          `refuses ${JSON.stringify(document)}: ${ajv.errorsText(validate.errors)}`,
        );
      for (const document of bad) assert.ok(!accepts(document), `accepts ${JSON.stringify(document)}`);
    });
    it(`${what}, in an editor`, () => {
      for (const document of good) assert.ok(acceptedInEditor(document), JSON.stringify(document));
      for (const document of bad) assert.ok(!acceptedInEditor(document), JSON.stringify(document));
    });
  }
});

function accepts(document: unknown): boolean {
  return validate(JSON.parse(JSON.stringify(document)));
}

function acceptedInEditor(document: unknown): boolean {
  return validateInEditor(JSON.parse(JSON.stringify(document)));
}

function http(name: string, good: readonly unknown[], bad: readonly unknown[]): Row {
  const documents = (values: readonly unknown[]): readonly unknown[] =>
    values.map((value) => ({ ...base, http: { host: 'a', [name]: value } }));
  return [`http ${name}`, documents(good), documents(bad)];
}

type Values = Readonly<Record<string, readonly unknown[]>>;

/** A row with a document for each value of each field. All other parts of the phase are valid. */
function phase(kind: string, fields: object, good: Values, bad: Values): Row {
  const whole = { scenario: [{ a: ['noop'] }], ...fields };
  const documents = (values: Values): readonly unknown[] =>
    Object.entries(values).flatMap(([name, list]) =>
      list.map((value) => single({ [kind]: { ...whole, [name]: value } })),
    );
  return [
    `${kind} ${Object.keys({ ...good, ...bad }).join(' ')}`,
    [single({ [kind]: whole }), ...documents(good)],
    documents(bad),
  ];
}

function single(body: object): object {
  return { ...base, phases: [{ p: body }] };
}

function scenario(step: unknown): object {
  return { ...base, scenario: [{ front: [step] }] };
}

function steps(what: string, good: readonly unknown[], bad: readonly unknown[]): Row {
  return [what, good.map(scenario), bad.map(scenario)];
}

function request(processor: object): object {
  return { httpRequest: { GET: '/', handler: { body: processor } } };
}

/** All properties anywhere in the schema, with their places. */
function properties(node: unknown, location: string): readonly (readonly [string, Schema])[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const below = `${location}/${keyword}`;
    const own = keyword === 'properties' ? Object.entries(value as Record<string, Schema>) : [];
    return [...own.map(([name, body]) => [`${below}/${name}`, body] as const), ...properties(value, below)];
  });
}

function target(body: Schema | undefined): Schema | undefined {
  const name = typeof body?.$ref === 'string' ? body.$ref.split('/').at(-1) : undefined;
  return name === undefined ? undefined : definitions[name];
}

function descriptionOf(body: Schema | undefined): string {
  if (body === undefined) return '';
  return typeof body.description === 'string' ? body.description : descriptionOf(target(body));
}

function defaultOf(body: Schema | undefined): unknown {
  if (body === undefined) return undefined;
  return 'default' in body ? body.default : defaultOf(target(body));
}

function kindsOf(body: Schema | undefined): string[] {
  const members = (body?.properties ?? (body?.else as Schema | undefined)?.properties ?? {}) as object;
  return Object.keys(members);
}
