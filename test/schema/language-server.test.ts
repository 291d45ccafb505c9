import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { stepKinds } from '../../lib/driver/scenario/registry.ts';
import { completions } from './completions.ts';
import { LanguageServer, type Position, type Proposal } from './language-server.ts';

const stepNames = [...stepKinds.keys()];

const examples = join(import.meta.dirname, '../../examples');
const written = readdirSync(examples).filter((name) => name.endsWith('.hf.yaml'));
const display = (name: string): string => readFileSync(join(examples, name), 'utf8');

let server: LanguageServer;
before(async () => {
  server = await LanguageServer.start();
});
after(() => server.stop());

describe('every example opens in an editor', { concurrency: 8 }, () => {
  for (const name of written) {
    // A language server does not evaluate templates. It reports a problem when a template makes a list in the
    // place of a text.
    const made = /!concat|!foreach/.test(display(name));
    it(`${name} without a mark${made ? ' but for what templates make' : ''}, with a hover for every key`, async () => {
      const file = join(examples, name);
      const marks = await server.open(file, display(name));
      const others = made
        ? marks.filter((mark) => !/Incorrect type|must be|Expected|is not allowed/.test(JSON.stringify(mark)))
        : marks;
      assert.deepEqual(others, []);
      const hovers = keysOf(display(name)).map(async ([key, position]) =>
        /\w{3,} \w+/.test(await server.hover(file, position)) ? [] : `${position.line + 1} ${key}`,
      );
      assert.deepEqual((await Promise.all(hovers)).flat(), []);
    });
  }
});

describe('a hover is about the key', { concurrency: 8 }, () => {
  const rows: readonly (readonly [text: string, words: string])[] = [
    ['scenario:\n  - a:\n      - httpRequest:\n          |GET: /\n', 'Send a GET request to this path.'],
    ['scenario:\n  - a:\n      - |thinkTime: 5ms\n', 'Pauses the sequence'],
    ['phases:\n  - a:\n      constantRate:\n        |usersPerSec: 1\n', 'New users per second'],
    ['phases:\n  - a:\n      constantRate:\n        |duration: 1s\n', 'during which new users start'],
    ['phases:\n  - a:\n      |constantRate:\n        duration: 1s\n', '#### constantRate\n\nStarts users'],
    ['http:\n  |requestTimeout: 1s\n', 'Default: `30s`.'],
    ['|http:\n  host: a\n', 'A target, or a list of targets'],
  ];
  for (const [text, words] of rows) {
    it(text.replaceAll(/\n\s*/g, ' '), async () => {
      const { file, position } = await opened(text);
      assert.ok((await server.hover(file, position)).includes(words), await server.hover(file, position));
    });
  }
});

it('the first benchmark of the README opens without a mark', async () => {
  const root = join(examples, '..');
  const [, text = ''] = /```yaml\n([^`]+)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  assert.match(text, /^# yaml-language-server: /);
  assert.deepEqual(await server.open(join(root, 'hello.hf.yaml'), text), []);
});

it('a document without the line is checked by the settings of this clone', async () => {
  const file = join(import.meta.dirname, 'elsewhere.hf.yaml');
  const marks = await server.open(file, 'name: x\nhttp:\n  host: !param HOST a\n  hots: b\n');
  assert.deepEqual(
    marks.map(({ message }) => message),
    ['Property hots is not allowed.'],
  );
});

describe('possible keys and values are proposed before a letter is typed', { concurrency: 8 }, () => {
  const rows: readonly (readonly [
    where: string,
    proposed: string,
    inserted?: Readonly<Record<string, string>>,
  ])[] = [
    ['|', 'phases scenario usersPerSec ergonomics', { usersPerSec: 'usersPerSec: ${1:10}' }],
    [
      'http:\n  |',
      'host port sharedConnections requestTimeout',
      { requestTimeout: 'requestTimeout: ${1:30s}' },
    ],
    ['ergonomics:\n  |', 'autoRangeCheck', { repeatCookies: 'repeatCookies: ${1:true}' }],
    ['failurePolicy: |', 'CANCEL CONTINUE'],
    [
      'phases:\n  - a:\n      |',
      'always atOnce constantRate increasingRate decreasingRate noop',
      { noop: 'noop:\n  duration: 5s' },
    ],
    [
      'phases:\n  - a:\n      constantRate:\n        |',
      'usersPerSec duration scenario',
      {
        usersPerSec: 'usersPerSec: ${1:10}',
        duration: 'duration: ${1:30s}',
        startAfter: 'startAfter: ${1:rampUp}',
      },
    ],
    ['phases:\n  - a:\n      always:\n        users: 1\n        |', 'duration scenario forks'],
    ['phases:\n  - a:\n      constantRate:\n        sessionLimitPolicy: |', 'FAIL CONTINUE'],
    ['phases:\n  - a:\n      constantRate:\n        variance: |', 'true false'],
    [
      'phases:\n  - a:\n      constantRate:\n        forks:\n          - b:\n              |',
      'weight scenario',
    ],
    [
      'scenario:\n  - a:\n      - |',
      stepNames.join(' '),
      { httpRequest: 'httpRequest:\n    ', thinkTime: 'thinkTime: ${1:500ms}' },
    ],
    ['scenario:\n  - a:\n      - noop\n      - |', stepNames.join(' ')],
    ['scenario:\n  - a:\n      - loop:\n          steps:\n            - |', stepNames.join(' ')],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          |',
      'GET POST headers body handler sla metric',
      { GET: 'GET: ${1:/products}', handler: 'handler:\n  status:\n    range: 200' },
    ],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          handler:\n            |',
      'status body stopOnInvalid',
    ],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          handler:\n            status:\n              |',
      'range',
    ],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          handler:\n            body:\n              |',
      'json',
    ],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          sla:\n            |',
      'limits errorRatio meanResponseTime',
    ],
    ['scenario:\n  - a:\n      - thinkTime:\n          |', 'duration random min max'],
    ['scenario:\n  - a:\n      - thinkTime:\n          random: |', 'CONSTANT LINEAR NEGATIVE_EXPONENTIAL'],
  ];
  for (const [where, proposed, inserted = {}] of rows) {
    it(where.replaceAll(/\n\s*/g, ' '), async () => {
      const proposals = await proposalsAt(where);
      const labels = proposals.map(({ label }) => label);
      const absent = proposed.split(' ').filter((label) => !labels.includes(label));
      assert.deepEqual(absent, [], `proposed: ${labels.join(' ')}`);
      for (const [label, text] of Object.entries(inserted))
        assert.equal(proposals.find((proposal) => proposal.label === label)?.insertText, text);
    });
  }
});

describe('inside a body its own members are proposed', { concurrency: 8 }, () => {
  for (const [where, proposed] of completions) {
    it(where.replaceAll(/\n\s*/g, ' '), async () => {
      const labels = (await proposalsAt(where)).map(({ label }) => label);
      const absent = proposed.split(' ').filter((label) => !labels.includes(label));
      assert.deepEqual(absent, [], `proposed: ${labels.join(' ')}`);
    });
  }
});

describe('a parameter is valid wherever its default is valid', { concurrency: 8 }, () => {
  const constantRate = (field: string): string =>
    `phases:\n  - a:\n      constantRate:\n        usersPerSec: 1\n        ${field}|\n        scenario: [{ b: [noop] }]\n`;
  const rows: readonly (readonly [good: boolean, field: string])[] = [
    [true, 'maxSessions: !param SESSIONS 200'],
    [true, 'maxSessions: !param SESSIONS'],
    [true, 'maxSessions: !param max.sessions "200"'],
    [false, 'maxSessions: !param SESSIONS many'],
    [false, 'maxSessions: many'],
    [false, "maxSessions: '200'"],
    [true, 'duration: !param DURATION 10s'],
    [true, 'duration: !param DURATION'],
    [false, 'duration: !param DURATION 10sec'],
    [false, 'duration: 10sec'],
    [true, 'variance: !param VARIANCE false'],
    [false, 'variance: !param VARIANCE 5'],
    [false, 'variance: no'],
    [true, 'sessionLimitPolicy: !param POLICY CONTINUE'],
    [false, 'sessionLimitPolicy: !param POLICY GO_ON'],
    [false, 'sessionLimitPolicy: CONTINU'],
  ];
  for (const [good, field] of rows) {
    it(`${good ? 'accepted' : 'marked'}: ${field}`, async () => {
      const { marks } = await opened(constantRate(field));
      assert.equal(marks.length, good ? 0 : 1, marks.join('\n'));
    });
  }

  it('also in place of one word of a list of words at the top', async () => {
    for (const [policy, marked] of [
      ['CANCEL', 0],
      ['GO_ON', 1],
    ] as const) {
      const field = `failurePolicy: !param POLICY ${policy}\n`;
      const { marks } = await opened(`${field}${constantRate('variance: false')}`);
      assert.equal(marks.length, marked, marks.join('\n'));
    }
  });
});

describe('a mistake is marked in its line', { concurrency: 8 }, () => {
  const rows: readonly (readonly [text: string, marks: readonly RegExp[]])[] = [
    [
      'phases:\n  - a:\n      constantRate:\n        usersPersec: 1\n        scenario: [{ b: [noop] }]',
      [/^8 Property usersPersec is not allowed/, /^7 Missing property "usersPerSec"/],
    ],
    [
      'phases:\n  - a:\n      constantrate:\n        usersPerSec: 1',
      [/^7 Property constantrate is not allowed/],
    ],
    [
      'phases:\n  - a:\n      noop: {}\n      always: { users: 1, scenario: [{ b: [noop] }] }',
      [/^7 .*properties/],
    ],
    ['phases:\n  - a:\n      always: { users: 1.5, scenario: [{ b: [noop] }] }', [/^7 /]],
    ['phases:\n  - a:\n      always: { users: 0, scenario: [{ b: [noop] }] }', [/^7 .*minimum of 1/]],
    ['usersPerSec: ten', [/^5 Must be a number above 0, .*!param/]],
    ['scenario:\n  - a:\n      - nop', [/^7 Value is not accepted/]],
    ['scenario:\n  - a:\n      - httprequest:\n          GET: /', [/^7 Property httprequest is not allowed/]],
    [
      'scenario:\n  - a:\n      - httpRequest:\n          GET: /\n          sla: { limits: { 0.99: 20 } }',
      [/^9 /],
    ],
    ['duration: 1.5s', [/^5 Must be a whole number with a unit ms, s, m or h/]],
    ['failurePolicy: STOP', [/^5 Value is not accepted. Valid values: "CANCEL", "CONTINUE"/]],
  ];
  for (const [text, expected] of rows) {
    it(text.replaceAll(/\n\s*/g, ' '), async () => {
      const { marks } = await opened(`${text}|\n`);
      assert.equal(marks.length, expected.length, marks.join('\n'));
      for (const [at, pattern] of expected.entries()) assert.match(marks[at] ?? '', pattern);
    });
  }
});

let opening = 0;

/**
 * Opens a document of four valid lines and this text. `|` in the text is the cursor. Resolves when the server
 * has read it.
 */
async function opened(text: string) {
  const head = '# yaml-language-server: $schema=../schema/editor.schema.json\nname: x\nhttp:\n  host: a\n';
  const all = /^\|?http:/.test(text) ? head.slice(0, head.indexOf('http:')) + text : head + text;
  const lines = all.slice(0, all.indexOf('|')).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  opening += 1;
  const file = join(examples, `opened-${opening}.hf.yaml`);
  const marks = await server.open(file, all.replace('|', ''));
  return { file, position, marks: marks.map(({ message, range }) => `${range.start.line + 1} ${message}`) };
}

async function proposalsAt(text: string): Promise<readonly Proposal[]> {
  const { file, position } = await opened(text);
  return server.completion(file, position);
}

/**
 * Every key of a document with its position. Keys for which the server has no description are left out:
 * numbers, and keys in a template or next to a merge.
 */
function keysOf(text: string): readonly (readonly [key: string, position: Position])[] {
  const lines = new LineCounter();
  const keys: [string, Position][] = [];
  visit(parseDocument(text, { lineCounter: lines }), {
    Map: (_, { tag, items }) =>
      tag === '!foreach' || items.some(({ key }) => isScalar(key) && key.value === '<<')
        ? visit.SKIP
        : undefined,
    Pair: (_, { key }) => {
      if (!isScalar(key) || !key.range || !Number.isNaN(Number(key.value))) return;
      const { line, col } = lines.linePos(key.range[0]);
      keys.push([String(key.value), { line: line - 1, character: col - 1 }]);
    },
  });
  return keys;
}
