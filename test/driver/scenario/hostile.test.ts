import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exchanges } from '../../../lib/driver/http/exchange/limits.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import type { Answer } from '../http/scripted-target.ts';
import { runVirtually, totals } from '../session/shards.ts';

/**
 * A scenario that is loaded and then causes harm fails within a limit and names the place. Or it ends only
 * the user whose request caused it.
 */

type Misdeed = {
  readonly steps: readonly unknown[];
  readonly more?: readonly Readonly<Record<string, unknown>>[];
  /** The number of the failing step, in the place of the message. Absent: the last step. */
  readonly at?: number;
  readonly says: RegExp;
  readonly files?: Readonly<Record<string, string>>;
};

const never = { conditional: { intCondition: 'hyperfoil.session.id < 0', actions: [] as unknown[] } };
/** Steps that write variables but never run. The variables have one type each and remain unset. */
const unsetInt = { conditional: { ...never.conditional, actions: [{ setInt: 'i <- 1' }] } };
const unsetText = { conditional: { ...never.conditional, actions: [{ set: 't <- x' }] } };
const array = (maxSize: number, fill = 0): readonly unknown[] => [
  { set: { var: 'list', objectArray: { size: maxSize } } },
  ...Array.from({ length: fill }, (_item, at) => ({ addItem: { toVar: 'list', value: String(at) } })),
];
const isUnset = (name: string): RegExp => new RegExp(`variable '${name}' is not set$`);

/** Steps of one user. The step with the number `at` fails the phase; without `at`, the last step does. */
const misdeeds: { readonly [what: string]: Misdeed } = {
  'an unset variable in addToInt': { steps: [unsetInt, { addToInt: 'i += 1' }], says: isUnset('i') },
  'an unset variable in setInt': {
    steps: [unsetInt, { setInt: { var: 'j', fromVar: 'i' } }],
    says: isUnset('i'),
  },
  'an unset variable in a format': {
    steps: [unsetInt, { template: { pattern: '${%03d:i}', toVar: 'u' } }],
    says: isUnset('i'),
  },
  'a text for a number in a condition': {
    steps: [{ set: 't <- many' }, { fail: { message: 'x', intCondition: 't == 1' } }],
    says: /variable 't' is text of 4 characters, expected a whole number$/,
  },
  'an unset variable in a template': {
    steps: [unsetText, { template: { pattern: '${t}', toVar: 'u' } }],
    says: isUnset('t'),
  },
  'an unset variable in a path': {
    steps: [unsetText, { httpRequest: { GET: '/${t}' } }],
    says: isUnset('t'),
  },
  'an unset variable in a header': {
    steps: [unsetText, { httpRequest: { GET: '/', headers: [{ a: '${t}' }] } }],
    says: isUnset('t'),
  },
  'an unset variable in a body': {
    steps: [unsetText, { httpRequest: { POST: '/', body: { fromVar: 't' } } }],
    says: isUnset('t'),
  },
  'an unset variable in an authority': {
    steps: [unsetText, { httpRequest: { GET: '/', authority: { fromVar: 't' } } }],
    says: isUnset('t'),
  },
  'an unset variable in randomInt': {
    steps: [unsetInt, { randomInt: { toVar: 'r', min: 0, max: { fromVar: 'i' } } }],
    says: isUnset('i'),
  },
  'an unset variable in randomItem': {
    steps: [unsetText, { randomItem: { toVar: 'r', fromVar: 't' } }],
    says: isUnset('t'),
  },
  'an unset variable in json': {
    steps: [unsetText, { json: { fromVar: 't', query: '.a', toVar: 'r' } }],
    says: isUnset('t'),
  },
  'an unset variable in addItem': {
    steps: [...array(2), unsetText, { addItem: { toVar: 'list', fromVar: 't' } }],
    says: isUnset('t'),
  },
  'an unset array in addItem': {
    steps: [unsetText, { addItem: { toVar: 't', value: 'x' } }],
    says: isUnset('t'),
  },
  'an unset array in setItem': {
    steps: [unsetText, { setItem: { toVar: 't', index: 0, value: 'x' } }],
    says: isUnset('t'),
  },
  'an unset index in setItem': {
    steps: [...array(2), unsetInt, { setItem: { toVar: 'list', index: { fromVar: 'i' }, value: 'x' } }],
    says: isUnset('i'),
  },
  'an unset index in removeItem': {
    steps: [...array(2), unsetInt, { removeItem: { fromVar: 'list', index: { fromVar: 'i' } } }],
    says: isUnset('i'),
  },
  'a text for an array': {
    steps: [{ set: 't <- x' }, { addItem: { toVar: 't', value: 'x' } }],
    says: /variable 't' is not an array$/,
  },
  'an item outside of its array': {
    steps: [...array(2), { setItem: { toVar: 'list', index: 9, value: 'x' } }],
    says: /array 'list' has 2 items, and no item at index 9$/,
  },
  'a random item of nothing': {
    steps: [...array(2), { randomItem: { toVar: 'r', fromVar: 'list' } }],
    says: /array 'list' is empty/,
  },
  'a minimum above the maximum': {
    steps: [{ setInt: 'i <- 9' }, { randomInt: { toVar: 'r', min: { fromVar: 'i' }, max: 1 } }],
    says: /min 9 above max 1$/,
  },
  'a loop of two billion': {
    steps: [{ loop: { counterVar: 'n', repeats: 2_000_000_000, steps: ['noop'] } }],
    says: /loops without end, because 1000000 steps/,
  },
  'a sequence that restarts itself for ever': {
    steps: ['noop', 'restartSequence'],
    says: /loops without end/,
  },
  'sequences that start each other for ever': {
    steps: [{ newSequence: 'ping' }],
    more: [{ ping: [{ newSequence: 'pong' }] }, { pong: [{ newSequence: 'ping' }] }],
    says: /^phase 'test', sequence 'p[io]ng', step 1 of 1 \(newSequence\): .*loops without end/,
  },
  'a sequence that is started while it runs': {
    steps: [{ newSequence: 'other' }, { newSequence: 'other' }],
    more: [{ other: [{ thinkTime: '1s' }] }],
    says: /sequence 'other' has no free instance; name it 'other\[N\]'/,
  },
  'more instances than a user may have': {
    steps: [
      { loop: { counterVar: 'n', repeats: 40, steps: [{ newSequence: 'other' }, { newSequence: 'third' }] } },
    ],
    more: [{ 'other[16]': [{ thinkTime: '1s' }] }, { 'third[16]': [{ thinkTime: '1s' }] }],
    says: /cannot start: the user already has 17 running instances .*raise maxSequences/,
  },
  'a foreach with more items than instances': {
    steps: [...array(3, 3), { foreach: { fromVar: 'list', sequence: 'each' } }],
    more: [{ 'each[2]': ['noop'] }],
    says: /foreach: 'each' has no instance for item 2 of 3/,
  },
  'a foreach over a list twice at once': {
    steps: [
      ...array(2, 2),
      { foreach: { fromVar: 'list', sequence: 'each' } },
      { foreach: { fromVar: 'list', sequence: 'each' } },
    ],
    more: [{ 'each[4]': [{ thinkTime: '1s' }] }],
    says: /foreach: instances of 'each' still run, so foreach cannot give each item its index/,
  },
  'an item of an instance beyond the array': {
    steps: [...array(1), { newSequence: 'each' }, { newSequence: 'each' }],
    more: [{ 'each[2]': [{ setItem: { toVar: 'list', index: 1, value: 'x' } }] }],
    says: /sequence 'each', step 1 of 1 \(setItem\): array 'list' has \d items?, and no item at index 1$/,
  },
  'agent data that is published twice': {
    steps: [
      { set: 't <- x' },
      { publishAgentData: { name: 'd', fromVar: 't' } },
      { publishAgentData: { name: 'd', fromVar: 't' } },
    ],
    says: /agent data 'd' was published before; a name can be published only once$/,
  },
  'agent data that nobody published': {
    steps: [{ readAgentData: { name: 'd', toVar: 't' } }],
    says: /agent data 'd' is not published/,
  },
  'text that is no bytes for json': {
    steps: [{ set: 't <- x' }, { json: { fromVar: 't', query: '.a', toVar: 'r' } }],
    says: /variable 't' has none/,
  },
  'a mark outside of a request': {
    steps: ['markRequestInvalid'],
    says: /needs a request: use the action in a handler/,
  },
};

const location = /^phase 'test', sequence '\w+', step \d+ of \d+ \(\w+\): /;

async function failing({ steps, more = [] }: Misdeed) {
  const started = performance.now();
  const { outcome } = await runVirtually(
    { scenario: { initialSequences: [{ main: steps }], ...(more.length > 0 ? { sequences: more } : {}) } },
    { answer: () => ({ kind: 'response', afterMs: 1 }) },
  );
  return { outcome, ms: performance.now() - started };
}

suite('a step that misbehaves fails its phase, with its place', () => {
  test('a sequence that is to follow and runs already', async () => {
    const { outcome } = await runVirtually(
      { scenario: [{ main: ['noop', { newSequence: 'next' }] }, { next: [{ thinkTime: '1s' }] }] },
      { answer: () => ({ kind: 'silence' }) },
    );
    assert.deepEqual(outcome.errors, [
      "phase 'test', sequence 'main', step 2 of 2 (newSequence): sequence 'next' cannot start, because this user already runs this sequence",
    ]);
  });

  for (const [what, misdeed] of Object.entries(misdeeds))
    test(what, async () => {
      const { outcome } = await failing(misdeed);
      assert.equal(outcome.result, 'failed');
      assert.equal(outcome.errors.length, 1, outcome.errors.join('\n'));
      const [error = ''] = outcome.errors;
      assert.match(error, location);
      assert.match(error, misdeed.says);
      if (misdeed.more === undefined)
        assert.ok(
          error.includes(`step ${misdeed.at ?? misdeed.steps.length} of ${misdeed.steps.length} `),
          error,
        );
    });
});

const json = (query: string, more: object = {}): object => ({ json: { query, toVar: 'v', ...more } });
const megabyte = Buffer.alloc(1024 * 1024, 'x');
function* repeated(chunk: Buffer, times: number, first = ''): Generator<Buffer> {
  yield Buffer.from(first);
  for (let at = 0; at < times; at += 1) yield chunk;
}
const bombOf = (bytes: number): Buffer => gzipSync(Buffer.alloc(bytes));
const gunzipped = {
  header: { filter: { header: 'content-encoding', processor: { store: 'encoding' } } },
  body: { gzipInflator: { encodingVar: 'encoding', processor: { store: 'v' } } },
};

type Wrong = {
  readonly handler: object;
  readonly answer: Partial<Extract<Answer, { kind: 'response' }>> | (() => Iterable<Buffer>);
  /** The error. Absent: the response is invalid, and no error is thrown. */
  readonly says?: RegExp;
  readonly logs?: RegExp;
};

/** Wrong answers of a target, which it sends only to the first user. */
const answers: { readonly [what: string]: Wrong } = {
  'rubbish for JSON': {
    handler: { body: json('.a') },
    answer: { body: '<html>' },
    says: /JSON is malformed at byte 0/,
  },
  'no bytes at all that are JSON': {
    handler: { body: json('.a') },
    answer: { body: '\u0000\uffff' },
    says: /JSON is malformed at byte 0: .*found 0x0/,
  },
  'half of a JSON document': {
    handler: { body: json('.a') },
    answer: { body: '{"b": [1, 2' },
    says: /JSON ends after 11 bytes/,
  },
  'JSON nested a hundred thousand times': {
    handler: { body: json('.a') },
    answer: { body: '['.repeat(100_000) },
    says: /JSON is nested more than 512 levels deep at byte 512/,
  },
  'objects nested a hundred thousand times': {
    handler: { body: json('.a', { delete: true }) },
    answer: { body: '{"a":'.repeat(100_000) },
    says: /JSON is nested more than 512 levels/,
  },
  '100 MB for a variable': {
    handler: { body: { store: 'v' } },
    answer: () => repeated(megabyte, 100),
    says: /a value of the response has more than 16,777,216 bytes/,
  },
  '100 MB for an array': {
    handler: { body: { array: 'v[3]' } },
    answer: () => repeated(megabyte, 100),
    says: /a value of the response has more than/,
  },
  '100 MB for a collection': {
    handler: { body: { collection: 'v' } },
    answer: () => repeated(megabyte, 100),
    says: /a value of the response has more than/,
  },
  '100 MB for a condition': {
    handler: {
      body: { conditional: { intCondition: 'hyperfoil.session.id == 0', processor: { store: 'v' } } },
    },
    answer: () => repeated(megabyte, 100),
    says: /a value of the response has more than/,
  },
  '100 MB in one JSON string': {
    handler: { body: json('.a') },
    answer: () => repeated(megabyte, 100, '{"a":"'),
    says: /a value of the response has more than/,
  },
  '100 MB in one member to replace': {
    handler: { body: json('.a', { replace: '1' }) },
    answer: () => repeated(megabyte, 100, '{"a":"'),
    says: /a member of a JSON document has more than 16,777,216 bytes/,
  },
  '100 MB in one attribute': {
    handler: { body: { parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', toVar: 'v' } } } },
    answer: () => repeated(megabyte, 100, '<a href="'),
    says: /an HTML attribute has more than 16,777,216 bytes/,
  },
  'a gzip bomb': {
    handler: gunzipped,
    answer: { headers: { 'content-encoding': 'gzip' }, body: [bombOf(exchanges.inflatedBytesMax + 1)] },
    logs: /gzipInflator: the gzip data of a response has more than 67,108,864 bytes/,
  },
  'a gzip bomb that is too much for a variable': {
    handler: gunzipped,
    answer: { headers: { 'content-encoding': 'gzip' }, body: [bombOf(exchanges.valueBytesMax + 1)] },
    says: /a value of the response has more than 16,777,216 bytes/,
  },
  'rubbish for gzip': {
    handler: gunzipped,
    answer: { headers: { 'content-encoding': 'gzip' }, body: 'no gzip at all' },
    logs: /gzipInflator: the gzip data of a response cannot be decompressed/,
  },
  'text for a number in a header': {
    handler: { header: { recordHeaderTime: { header: 'x-time', unit: 'ms' } } },
    answer: { headers: { 'x-time': 'soon' } },
    says: /header 'x-time' is text of 4 characters, expected a number/,
  },
  'a status of no range': { handler: { status: { range: '2xx' } }, answer: { status: 999 } },
  'a body that the handler does not expect': {
    handler: { body: { addToInt: 'i += 1' } },
    answer: { body: 'x' },
    says: isUnset('i'),
  },
};

suite('a hostile response ends its user with a bounded error, and no other user', () => {
  for (const [what, { handler, answer, says, logs }] of Object.entries(answers))
    test(what, async () => {
      const first: Answer = {
        kind: 'response',
        afterMs: 1,
        ...(typeof answer === 'function' ? { body: answer() } : answer),
      };
      const fine = {
        kind: 'response',
        afterMs: 9,
        body: [Buffer.from('{}')],
        headers: { 'x-time': '1' },
      } as const;
      const { outcome, log, rows } = await runVirtually(
        {
          arrivals: { kind: 'atOnce', users: 2 },
          scenario: [
            {
              main: [
                {
                  conditional: { intCondition: 'hyperfoil.session.id == 1', actions: [{ setInt: 'i <- 1' }] },
                },
                { httpRequest: { GET: '/', handler } },
                { log: '${hyperfoil.session.id} went on' },
              ],
            },
          ],
        },
        { answer: (_request, index) => (index === 0 ? first : fine) },
      );
      const { invalid, internalErrors } = totals(rows());
      assert.deepEqual(
        [outcome.result, log.filter((line) => line.endsWith('went on')), invalid, internalErrors],
        ['completed', ['1 went on'], 1, says === undefined ? 0 : 1],
      );
      if (logs !== undefined) assert.match(log.join(), logs);
      if (says === undefined) return assert.deepEqual(outcome.errors, []);
      assert.equal(outcome.errors.length, 1);
      assert.match(outcome.errors[0] ?? '', /^phase 'test', sequence 'main', step 2 of 3 \(httpRequest\): /);
      assert.match(outcome.errors[0] ?? '', says);
    });
});

type Odd = {
  readonly steps: readonly unknown[];
  readonly body?: string | Iterable<Buffer>;
  readonly logs: RegExp;
  readonly maxDurationMs?: number;
};

const get = (body: unknown): object => ({ httpRequest: { GET: '/', handler: { body } } });
const hundredThousand = (text: string): string => text.repeat(100_000);

/** Amounts and lengths above a limit, where exceeding it is no error. */
const odd: { readonly [what: string]: Odd } = {
  'a queue that overflows': {
    steps: [
      get({
        json: {
          query: '.[]',
          processor: { queue: { var: 'q', maxSize: 2, concurrency: 1, sequence: 'each' } },
        },
      }),
    ],
    body: `[${hundredThousand('1,')}1]`,
    logs: /queue 'q' has 2 waiting values and dropped 99998 more/,
  },
  'an array of the largest size that overflows': {
    steps: [get({ json: { query: '.[]', toArray: `list[${scenarios.arraySlotsMax}]` } })],
    body: `[${hundredThousand('1,')}1]`,
    logs: /array: 'list' is full \(65536 values\), .*; further messages of this kind are not logged/,
  },
  'a collection that never ends': {
    steps: [get({ json: { query: '.[]', processor: { collection: 'list' } } })],
    body: `[${hundredThousand('1,')}1]`,
    logs: /collection: 'list' has 100000 values, so a further value is dropped/,
  },
  'a page of open tags': {
    steps: [
      get({ parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', toVar: 'v' } } }),
      { log: 'went on' },
    ],
    body: hundredThousand('<div <a <!-- " '),
    logs: /went on/,
  },
  'a page of open quotes': {
    steps: [
      get({ parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', toVar: 'v' } } }),
      { log: 'went on' },
    ],
    body: hundredThousand('<a href="'),
    logs: /went on/,
  },
  'a second value for one variable': {
    steps: [get(json('.[]'))],
    body: `[${hundredThousand('1,')}1]`,
    logs: /store: variable 'v' already has a value.*; further messages of this kind are not logged/,
  },
  'a replacement that would explode by backtracking': {
    steps: [
      { set: { var: 't', value: `${'a'.repeat(40_000)}b` } },
      { template: { pattern: '${replace/(a+)+$/x/:t}', toVar: 'u' } },
      { log: 'went on' },
    ],
    logs: /went on/,
  },
  'pauses of a day, one after the other': {
    steps: [{ log: 'begins' }, { thinkTime: '24h' }, { thinkTime: '24h' }, 'restartSequence'],
    logs: /begins/,
    maxDurationMs: 60_000,
  },
  'a wait for what never comes': {
    steps: [unsetText, { log: 'waits' }, { awaitVar: 't' }],
    logs: /waits/,
    maxDurationMs: 60_000,
  },
  'a foreach over a list that is never there': {
    steps: [unsetText, { log: 'waits' }, { foreach: { fromVar: 't', sequence: 'each' } }],
    logs: /waits/,
    maxDurationMs: 60_000,
  },
  'a target that never answers, without a time limit': {
    steps: [{ log: 'asks' }, { httpRequest: { GET: '/silent', timeout: '10m' } }],
    logs: /asks/,
    maxDurationMs: 60_000,
  },
  'a number that is none': {
    steps: [{ set: 't <- many' }, { stringToInt: { fromVar: 't', toVar: 'n' } }],
    logs: /stringToInt: variable 't' is not a whole number/,
  },
};

suite('too much of something has a bound, and its user an end', () => {
  for (const [what, { steps, body = '', logs, maxDurationMs }] of Object.entries(odd))
    test(what, async () => {
      const { outcome, log, clock } = await runVirtually(
        {
          scenario: { initialSequences: [{ main: steps }], sequences: [{ each: ['noop'] }] },
          ...(maxDurationMs === undefined ? {} : { phase: { maxDurationMs } }),
        },
        {
          answer: ({ path }) =>
            path === '/silent' ? { kind: 'silence' } : { kind: 'response', afterMs: 1, body },
        },
      );
      assert.deepEqual([outcome.result, outcome.errors], ['completed', []]);
      assert.match(log.join('\n'), logs);
      assert.ok(log.length <= scenarios.warningsMax + 1, `${log.length} lines`);
      assert.ok(clock.nowNs() < 3600e9);
    });
});
