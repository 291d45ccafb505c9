import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { hookLines } from '../../../bin/hooks/hook-preview.ts';
import { buildProgram } from '../../../bin/program.ts';
import { painted } from '../../../bin/terminal/control-characters.ts';
import { printJson } from '../../../bin/terminal/json-layout.ts';
import { paintOf } from '../../../bin/terminal/paint.ts';
import { problemLine } from '../../../bin/terminal/problems.ts';
import { table } from '../../../bin/terminal/table.ts';
import { Terminal } from '../../../bin/terminal/terminal.ts';
import { apiKey, startApi } from '../api.ts';
import { Screen } from './screen.ts';

/**
 * A simulated terminal that obeys control sequences. No text from outside may move the cursor, erase, colour,
 * rename or hide anything.
 */

function opened(columns = 100) {
  const screen = new Screen(columns);
  const write = (text: string): boolean => screen.write(text);
  const stream = Object.assign(new EventEmitter(), { write, columns, isTTY: true, rows: 25 });
  // The terminal only writes to its stream, and asks for its size.
  const terminal = new Terminal(stream as unknown as NodeJS.WriteStream, { TERM: 'xterm' });
  return { screen, terminal };
}

const attacks: Readonly<Record<string, string>> = {
  'erases its line': 'a\x1b[2K\x1b[12D\rforged',
  'erases the screen': 'a\x1b[2J\x1b[Hforged',
  'resets the terminal': 'a\x1bcforged',
  'climbs up': 'a\x1b[3A\rforged',
  'goes back': 'abc\b\b\bforged',
  'begins a line': 'a\nforged',
  'begins a line in another way': 'a\u2028forged\u0085forged',
  paints: 'a\x1b[32mforged\x1b[0m',
  'hides the rest': 'a\x1b[8mforged',
  'names the window': 'a\x1b]0;forged\x07',
  'names it behind an 8-bit control': 'a\u009d0;forged\u009c',
  'writes the clipboard': 'a\x1b]52;c;Zm9yZ2Vk\x07',
  links: 'a\x1b]8;;http://forged.example\x07b\x1b]8;;\x07',
  'moves behind an 8-bit control': 'a\u009b2Jforged',
  'reports a key': 'a\x1bP+q544e\x1b\\forged',
  rings: 'a\x07forged',
  'turns around': 'a\u202edegrof\u202c \u2066x\u2069',
  'has no shape': 'a\u200b\u2060\ufeff\u00adforged',
  'guesses a mark of the paint': 'a\x1b[12345;32mforged',
};

/** The parts of a screen's state that only control characters can change. */
const stateOf = ({ title, clipboard, links, bells, others }: Screen) => ({
  title,
  clipboard,
  links,
  bells,
  others,
});
const untouched = stateOf(new Screen());

suite('a text from outside', () => {
  for (const [name, attack] of Object.entries(attacks))
    test(`that ${name} is shown, whichever way it comes to the screen`, () => {
      const ways: Readonly<Record<string, (terminal: Terminal) => void>> = {
        'a line': (terminal) => terminal.say('first', attack, 'last'),
        'a painted line': (terminal) => terminal.say('first', terminal.paint.bold(attack), 'last'),
        'a picture': (terminal) => {
          terminal.say('first');
          terminal.draw([attack, attack]);
          terminal.draw([attack]);
          terminal.clear();
          terminal.say(attack, 'last');
        },
        'a cell': (terminal) => {
          const [, row = ''] = table([{ title: 'name', align: 'left' }], [[attack]], { width: 100 });
          terminal.say('first', row, 'last');
        },
        'a problem': (terminal) => {
          const problem = { line: 1, column: 2, path: ['x'], severity: 'error', message: attack } as const;
          terminal.say('first', problemLine('f', problem, terminal.paint), 'last');
        },
        'JSON for programs': (terminal) => {
          terminal.say('first');
          terminal.print(JSON.stringify(attack));
          terminal.say('last');
        },
        'JSON for people': (terminal) => {
          terminal.say('first');
          printJson(JSON.stringify(attack), terminal);
          terminal.say('last');
        },
      };
      for (const [way, show] of Object.entries(ways)) {
        const { screen, terminal } = opened();
        show(terminal);
        const [first, display = '', last, ...more] = screen.lines;
        assert.deepEqual([first, last, more], ['first', 'last', []], way);
        assert.deepEqual(stateOf(screen), untouched, way);
        // Each attack has a control or format character after its first letters. The display shows all of
        // these characters as visible text.
        assert.match(display, /a(bc)?\\/, way);
        const colour = screen.colourOf('forged');
        assert.ok(colour === undefined || !['8', '12345;32'].includes(colour), way);
        if (name === 'paints' && way !== 'JSON for people') assert.notEqual(colour, '32', way);
      }
    });

  test('has no control characters in a line except those of the paint, whatever its characters are', () => {
    const paint = paintOf(true);
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (one, two) => {
        const line = painted(`${one}${paint.red(two)}`);
        const [begin, end] = [line.indexOf('\x1b[31m'), line.lastIndexOf('\x1b[39m')];
        assert.ok(begin >= 0 && end > begin);
        const rest = line.slice(0, begin) + line.slice(begin + 5, end) + line.slice(end + 5);
        assert.doesNotMatch(rest, /(?!\t)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
      }),
    );
  });

  test('goes to a file or a pipe as it is where a program reads it, and spelled out where a person does', () => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    const terminal = new Terminal(stream, {});
    terminal.print('"\u009b2J\u202e"\n');
    terminal.say('\u009b2J\x1b[2J\u202e');
    assert.deepEqual(written, ['"\u009b2J\u202e"\n', '\\u009b2J\\x1b[2J\\u202e\n']);
  });

  test('that is wider than it has letters, or fills the line, forges no row', () => {
    const { screen, terminal } = opened(40);
    for (let time = 0; time < 3; time += 1) terminal.draw(['\u4e2d'.repeat(60), 'x'.repeat(60), 'end']);
    terminal.clear();
    terminal.say('last');
    assert.deepEqual(screen.lines, ['last']);
    const columns = [
      { title: 'name', align: 'left' },
      { title: 'state', align: 'left' },
    ] as const;
    const lines = table(columns, [[`x${' '.repeat(39)}forged  passed`, 'failed']], { width: 40 });
    terminal.say(...lines);
    assert.equal(screen.lines.length, 1 + lines.length);
  });

  test('in a question is shown, and the answer is what was typed', async () => {
    const { screen, terminal } = opened();
    const input = new PassThrough();
    const answer = terminal.prompt('Delete a\x1b[2K\rforged?', input);
    input.write(' yes \n');
    assert.equal(await answer, 'yes');
    assert.match(screen.text, /^Delete a\\x1b\[2K\\rforged\?/);
  });
});

suite('commands of a document', () => {
  const display = (hooks: Readonly<Record<string, string>>, columns = 100) => {
    const { screen, terminal } = opened(columns);
    const pre = Object.entries(hooks).map(([name, command]) => ({ name, command }));
    terminal.say(...hookLines({ pre, post: [] }, terminal));
    return screen;
  };

  test('are shown with their escapes spelled out', () => {
    const { lines } = display({
      seed: 'touch HOOKED; : \x1b[2K\x1b[12D\r  pre     seed: ./seed-database.sh --small',
    });
    assert.deepEqual(lines, [
      '  pre     seed: touch HOOKED; : \\x1b[2K\\x1b[12D\\r  pre     seed: ./seed-database.sh --small',
    ]);
  });

  test('are shown with what cannot be seen, whatever it is', () => {
    const unseen = [
      '\u200d',
      '\u200b',
      '\u3164',
      '\u00a0',
      '\u2800',
      '\ufe0f',
      '\u{e0041}',
      '\u115f',
      '\u3000',
    ];
    for (const sign of unseen) assert.match(display({ a: `x${sign}y` }).text, /a: x\\u.*y$/, sign);
  });

  test('cannot look like another one, by their lines, their names or the edge of the screen', () => {
    const forged = '  pre     other: ./harmless.sh';
    const rows: Readonly<Record<string, string>>[] = [
      { seed: `touch HOOKED\n${forged}` },
      { seed: `touch HOOKED; : ${' '.repeat(200)}${forged}` },
      { seed: `touch HOOKED; : ${' '.repeat(24)}${forged}`, [`a\n${forged}`]: 'touch HOOKED' },
    ];
    for (const hooks of rows) {
      const { lines } = display(hooks, 60);
      assert.equal(lines.filter((line) => /^ {2}pre /.test(line)).length, Object.keys(hooks).length);
      assert.match(lines[0] ?? '', /^ {2}pre {5}seed: touch HOOKED/);
      for (const line of lines) assert.match(line, /^( {2}pre {5}\S| {10}|$)/, line);
    }
  });

  test('that are long are shown in whole, and empty lines are counted', () => {
    const { lines } = display({ seed: `touch HOOKED\n${'\n'.repeat(500)}./seed.sh` });
    assert.deepEqual(lines, [
      '  pre     seed: touch HOOKED',
      '            (500 empty lines)',
      '            ./seed.sh',
    ]);
  });
});

suite('a command that lists what others wrote', () => {
  const evil = `x\x1b]0;PWNED\x07\x1b[2J\u009b2J\u202e\nforged  passed`;
  const at = Date.UTC(2026, 10, 1);
  const run = { id: 1, testid: 1, start: at, stop: at, testname: evil, description: evil };
  const outcome = { state: 'passed', benchmark: evil, requests: 1, requestsPerSec: 1, latencyNsP99: 1 };
  const key = {
    id: 1,
    name: evil,
    prefix: 'dpr_1',
    role: 'ADMIN',
    creation: at,
    access: at,
    scopes: ['read'],
    isRevoked: false,
  };
  const variable = { id: 1, testId: 7, name: evil, labels: ['x'], changeDetection: [] };
  const change = {
    id: 4,
    variable,
    dataset: { id: 1, runId: 3, ordinal: 0, testId: 7 },
    timestamp: at,
    confirmed: false,
    description: evil,
    fingerprint: { [evil]: evil },
    explanation: evil,
  };
  const rows: readonly (readonly [line: readonly string[], answers: Readonly<Record<string, unknown>>])[] = [
    [['runs'], { 'GET /api/run/list': { total: 1, runs: [{ ...run, outcome }] } }],
    [
      ['labels', '7'],
      {
        'GET /api/test/7': { id: 7, name: 'shop' },
        'GET /api/test/byName/7': { id: 7, name: 'shop' },
        'GET /api/test/7/labelValues': [
          { values: { [evil]: evil, b: [evil] }, runId: 1, datasetId: 1, start: at, stop: at },
        ],
      },
    ],
    [['key', 'list'], { 'GET /api/user/apikey': [key] }],
    [['user', 'list'], { 'GET /api/user/search': [{ username: evil, firstName: evil, email: evil }] }],
    [['team', 'list'], { 'GET /api/user/teams': [evil] }],
    [['team', 'list', 'dev-team'], { 'GET /api/user/team/dev-team/members': { [evil]: ['viewer'] } }],
    [
      ['audit'],
      {
        'GET /api/audit': {
          entries: [{ at, user: evil, by: 'key', operation: evil, path: { a: evil }, status: 200 }],
        },
      },
    ],
    [
      ['failures'],
      {
        'GET /api/work/failures': {
          failures: [{ what: evil, of: evil, failedAt: at, reason: evil, again: evil }],
        },
      },
    ],
    [
      ['tests'],
      {
        'GET /api/test/summary': {
          tests: [{ id: 7, name: evil, runs: 1, newest: { state: evil }, owner: evil, folder: evil }],
          count: 1,
        },
      },
    ],
    [
      ['changes', 'list', '7'],
      {
        'GET /api/test/7': { id: 7, name: 'shop' },
        'GET /api/test/byName/7': { id: 7, name: 'shop' },
        'GET /api/alerting/variables': [variable],
        'GET /api/alerting/changes': [change],
      },
    ],
    [
      ['bursts'],
      {
        'GET /api/burst': {
          bursts: [{ id: 'b1', state: 'failed', benchmark: evil, user: evil, createdAt: at, reason: evil }],
        },
      },
    ],
    [
      ['query', '1', '$.a'],
      { 'GET /api/sql/1/queryrun': { valid: false, jsonpath: '$.a', errorCode: 1, reason: evil } },
    ],
    [
      ['query', '1', '$.a'],
      { 'GET /api/sql/1/queryrun': { valid: true, jsonpath: '$.a', value: JSON.stringify(evil) } },
    ],
  ];
  for (const [line, answers] of rows)
    test(`does not obey them: ${line.join(' ')}`, async () => {
      const bodies = Object.entries(answers).map(([route, body]) => [
        route,
        { status: 200, body: JSON.stringify(body) },
      ]);
      await using api = await startApi({ answers: Object.fromEntries(bodies) });
      const [out, err] = [opened(200), opened(200)];
      const program = buildProgram({
        out: out.terminal,
        err: err.terminal,
        finish: () => undefined,
        outlive: () => undefined,
        environment: { DOWNPOUR_URL: api.url, DOWNPOUR_API_KEY: apiKey },
      });
      await program.parseAsync(['node', 'downpour', ...line]);
      for (const { screen } of [out, err]) {
        assert.deepEqual(stateOf(screen), untouched);
        assert.doesNotMatch(screen.text, /^forged/m);
      }
      assert.match(out.screen.text + err.screen.text, /x\\(x1b|u001b)\]0;PWNED/);
    });
});

test('all that the command line shows goes through its terminal', () => {
  // Programs whose output is for other programs, and the launcher, which prints before a terminal is opened.
  const others =
    /^(launch\.js|cdk-app\.ts|pack\.ts|pictures\.ts|generate(\.ts|\/)|docs\/|cli\/main\.ts$|terminal\/first-signs\.js$)/;
  const bin = join(import.meta.dirname, '../../../bin');
  const files = readdirSync(bin, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]s$/.test(file),
  );
  const around = files
    .filter((file) => !others.test(file.replaceAll('\\', '/')))
    .filter((file) => /process\.std(out|err)|\bconsole\./.test(readFileSync(join(bin, file), 'utf8')));
  assert.deepEqual(around, []);
});
