import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened } from './opened.ts';

test('a picture replaces the last one, cut to the terminal', () => {
  const { terminal, written } = opened({});
  terminal.draw(['one', 'a line that is too long', 'three', 'four']);
  assert.equal(written(), 'one\x1b[K\na line t…\x1b[K\nthree\x1b[K\n\x1b[J');
  terminal.draw(['one']);
  assert.equal(written(), '\x1b[3A\rone\x1b[K\n\x1b[J');
  terminal.say('said', 'twice');
  assert.equal(written(), '\x1b[1A\r\x1b[Jsaid\ntwice\n');
  terminal.clear();
  assert.equal(written(), '');
});

test('in a terminal that became narrower a line of the last picture takes several rows', () => {
  const { terminal, written, stream } = opened({});
  terminal.draw(['123456789', '', '12345']);
  written();
  stream.columns = 4;
  terminal.draw(['x']);
  assert.equal(written(), '\x1b[6A\rx\x1b[K\n\x1b[J');
});

test('a terminal without a size is taken for one of 80 columns and 25 rows', () => {
  for (const size of [undefined, 0]) {
    const { terminal, written } = opened({ columns: size, rows: size });
    terminal.draw(Array.from({ length: 30 }, () => 'x'.repeat(90)));
    assert.equal(written(), `${`${'x'.repeat(78)}…\x1b[K\n`.repeat(24)}\x1b[J`);
    terminal.draw(['x']);
    assert.equal(written(), '\x1b[24A\rx\x1b[K\n\x1b[J');
    assert.deepEqual([terminal.width, terminal.height], [undefined, undefined]);
  }
  const low = opened({ rows: 1 });
  low.terminal.draw(['one', 'two']);
  assert.equal(low.written(), 'one\x1b[K\n\x1b[J');
});

test('only what redraws limits the line, and settings decide about colours before the terminal does', () => {
  const cases: readonly [
    shape: object,
    environment: NodeJS.ProcessEnv,
    width?: number,
    coloured?: boolean,
  ][] = [
    [{}, {}, 10, true],
    [{}, { NO_COLOR: '1', FORCE_COLOR: '1' }, 10, false],
    [{}, { FORCE_COLOR: '0' }, 10, false],
    [{}, { TERM: 'dumb' }, undefined, false],
    [{ isTTY: undefined }, {}, undefined, false],
    [{ isTTY: undefined }, { FORCE_COLOR: '1' }, undefined, true],
  ];
  for (const [shape, environment, width, coloured] of cases) {
    const { terminal } = opened(shape, environment);
    const seen = [terminal.width, terminal.live, terminal.paint.red('x') !== 'x'];
    assert.deepEqual(seen, [width, width !== undefined, coloured], JSON.stringify([shape, environment]));
  }
});

test('a locale other than UTF-8 changes the signs of Downpour to ASCII, and leaves names of others and JSON unchanged', () => {
  for (const [environment, isAscii] of [
    [{ LANG: 'C' }, true],
    [{ LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, true],
    [{ LC_CTYPE: 'C', LANG: 'C.UTF-8' }, true],
    [{ LANG: 'en_US.ISO-8859-1' }, true],
    [{ LC_ALL: '', LANG: 'C.utf8' }, false],
    [{ LANG: 'en_US.UTF-8' }, false],
    [{}, false],
  ] as const) {
    const { terminal, written } = opened({}, environment);
    terminal.say('✓ 1.5µs ±2 × 3 … bücher');
    assert.equal(written(), isAscii ? '[ok] 1.5us +-2 x 3 ... bücher\n' : '✓ 1.5µs ±2 × 3 … bücher\n');
    terminal.print('{"a":"1 × 2"}');
    assert.equal(written(), '{"a":"1 × 2"}\n');
    terminal.say('▶ a → b ← c – d — e · f ≥ 1 ≤ 2 ’ “x” █░ ─━');
    if (isAscii) assert.equal(written(), '> a -> b <- c - d - e - f >= 1 <= 2 \' "x" #. -=\n');
    else written();
    terminal.draw(['✗ failed']);
    assert.match(written(), isAscii ? /^\[x\] f/ : /^✗ failed/);
    terminal.draw(['a line that is too long']);
    assert.match(written(), isAscii ? /a line\.\.\./ : /a line t…/);
  }
});

test('an address is a link in terminals that have links, and no text from outside ends or makes one', () => {
  const url = 'http://127.0.0.1:8090/run/12';
  const link = `\x1b]8;;${url}\x1b\\${url}\x1b]8;;\x1b\\`;
  for (const [environment, expected] of [
    [{ NO_COLOR: '1', TERM_PROGRAM: 'WezTerm' }, link],
    [{ NO_COLOR: '1', TERM: 'xterm-kitty' }, link],
    [{ NO_COLOR: '1', VTE_VERSION: '7000' }, link],
    [{ NO_COLOR: '1', FORCE_HYPERLINK: '1' }, link],
    [{ NO_COLOR: '1', TERM_PROGRAM: 'WezTerm', FORCE_HYPERLINK: '0' }, url],
    [{ NO_COLOR: '1', TERM: 'xterm' }, url],
  ] as const) {
    const { terminal, written } = opened({}, environment);
    terminal.say(`Page: ${terminal.paint.link(url)}`);
    assert.equal(written(), `Page: ${expected}\n`);
  }
  const { terminal, written } = opened({}, { FORCE_HYPERLINK: '1' });
  terminal.say(terminal.paint.link('http://a/\x1b\\x'), '\x1b]8;;http://evil/\x1b\\text');
  const [first = '', second = ''] = written().split('\n');
  assert.ok(first.startsWith('\x1b]8;;http://a/%1B/x\x1b\\'), JSON.stringify(first));
  assert.ok(!second.includes('\x1b'), JSON.stringify(second));
});
