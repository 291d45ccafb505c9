/**
 * The scanner reports the tokens of a document. The size of its window (the buffer with the current bytes)
 * and the division into chunks do not matter.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kind } from '../../../lib/results/json/kind.ts';
import { type ScanLimits, scanLimits } from '../../../lib/results/json/limits.ts';
import { type JsonProblem, type Listener, silence } from '../../../lib/results/json/listener.ts';
import { Scanner, scanJson } from '../../../lib/results/json/scanner.ts';
import { cases } from '../../runner/cases.ts';
import { documents } from '../run-index/documents.ts';
import { cut, utf8 } from '../run-index/stored.ts';

type Token = readonly [what: string, start: number, end?: number];

/**
 * Records every token with its offsets in the document. For a token that is longer than the scanner's buffer,
 * the call of `long` before has reported the start.
 */
class Notes implements Listener {
  readonly tokens: Token[] = [];
  repetitions = 0;
  readonly #scanner: Scanner;
  readonly #skips: (isObject: boolean) => boolean;
  #longStart = -1;

  constructor(scanner: Scanner, skips: (isObject: boolean) => boolean = () => false) {
    this.#scanner = scanner;
    this.#skips = skips;
  }

  open(isObject: boolean, start: number): void {
    this.tokens.push([isObject ? '{' : '[', this.#place(start)]);
    if (this.#skips(isObject)) this.#scanner.skip();
  }
  close(end: number): void {
    this.tokens.push(['close', this.#place(end)]);
  }
  name(start: number, end: number): void {
    this.tokens.push(['name', this.#start(start), this.#place(end)]);
  }
  scalar(kinds: number, start: number, end: number): void {
    this.tokens.push([`scalar ${kinds}`, this.#start(start), this.#place(end)]);
  }
  long(_isName: boolean, start: number): void {
    this.#longStart = this.#place(start);
  }
  repeated(): void {
    this.repetitions += 1;
  }
  #start(start: number): number {
    return start < 0 ? this.#longStart : this.#place(start);
  }
  #place(at: number): number {
    return this.#scanner.window.base + at;
  }
}

function scan(
  chunks: Iterable<Uint8Array>,
  limits: Partial<ScanLimits>,
  skips?: (isObject: boolean) => boolean,
) {
  const scanner = new Scanner({ ...scanLimits, ...limits });
  const notes = new Notes(scanner, skips);
  scanner.listener = notes;
  let problem: JsonProblem | undefined;
  for (const chunk of chunks) problem ??= scanner.push(chunk);
  problem ??= scanner.end();
  return { problem, tokens: notes.tokens, scanner, repetitions: notes.repetitions };
}

/** Finds the tokens with a second, slow parser, which takes a string before a colon for a name. */
function tokensOf(source: string): { readonly tokens: readonly Token[]; readonly hasBlanks: boolean } {
  const tokens: Token[] = [];
  const pattern = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\]]|[ \t\r\n]+/gsu;
  const place = (at: number): number => Buffer.byteLength(source.slice(0, at));
  let [depth, hasBlanks] = [0, false];
  for (const { 0: found, index } of source.matchAll(pattern)) {
    const [start, end] = [place(index), place(index + found.length)];
    const first = found[0] ?? '';
    if (' \t\r\n'.includes(first)) hasBlanks ||= depth > 0;
    else if (first === '{' || first === '[') tokens.push([first, start]);
    else if (first === '}' || first === ']') tokens.push(['close', end]);
    else if (first === '"' && /^\s*:/.test(source.slice(index + found.length)))
      tokens.push(['name', start, end]);
    else tokens.push([`scalar ${kindOf(found)}`, start, end]);
    if ('{['.includes(first)) depth += 1;
    if ('}]'.includes(first)) depth -= 1;
  }
  return { tokens, hasBlanks };
}

function kindOf(token: string): number {
  if (token === 'null') return kind.null;
  if (token === 'true' || token === 'false') return kind.boolean;
  return token.startsWith('"') ? kind.string : kind.number;
}

const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

test('the tokens of random documents, in windows that hold few of them', () =>
  fc.assert(
    fc.property(documents, cuts, fc.integer({ min: 26, max: 60 }), (source, sizes, windowBytes) => {
      const wanted = tokensOf(source);
      const tokenBytesMax = Math.max(20, Math.floor((windowBytes - 16) / 2));
      const found = scan(cut(utf8(source), sizes), { windowBytes: 2 * tokenBytesMax + 16, tokenBytesMax });
      assert.equal(found.problem, undefined);
      assert.deepEqual(found.tokens, wanted.tokens);
      assert.equal(found.scanner.hasBlanks, wanted.hasBlanks);
      assert.equal(found.scanner.depth, 0);
    }),
    { numRuns: cases(400, 1500) },
  ));

test('every cut of every token', () => {
  const source = '{"a":true,"b\\u0041ü\\n":[null,false,-12.5e+30,"\\"x\\ud83d\\ude00😀",{},[]], "a" : 0}';
  const bytes = utf8(source);
  const { tokens } = tokensOf(source);
  for (let at = 1; at < bytes.length; at += 1) {
    const found = scan([bytes.slice(0, at), bytes.slice(at)], { windowBytes: 40, tokenBytesMax: 12 });
    assert.deepEqual(
      [found.problem, found.tokens, found.repetitions > 0],
      [undefined, tokens, true],
      `cut at ${at}`,
    );
  }
});

test('a skipped array or object reports its end only, and repetitions inside it', () => {
  const source = '{"a":{"b":[1,"x"],"b":{"c":null}},"d":[[2],{"e":true}],"f":3}';
  let opened = 0;
  const { tokens, repetitions } = scan([utf8(source)], {}, () => {
    opened += 1;
    return opened > 1;
  });
  assert.deepEqual(
    tokens.map(([what]) => what),
    ['{', 'name', '{', 'close', 'name', '[', 'close', 'name', `scalar ${kind.number}`, 'close'],
  );
  assert.equal(repetitions, 1);
  assert.deepEqual(scan([utf8(source)], {}, () => true).tokens, [
    ['{', 0],
    ['close', source.length],
  ]);
});

test('strings longer than a token are passed, longer numbers are refused', () => {
  const limits = { windowBytes: 64, tokenBytesMax: 16 };
  for (const length of [13, 14, 15, 16, 47, 48, 62, 63, 64, 65, 200]) {
    const long = 'y'.repeat(length);
    const source = `[{"${long}":"${long}","k":"${long}"},"${long}\\n${long}"]`;
    const found = scan(cut(utf8(source), [7]), limits);
    assert.deepEqual([found.problem, found.tokens], [undefined, tokensOf(source).tokens], `${length}`);
    // The scanner cannot compare a name that is longer than its buffer, so it may report such a name as
    // repeated.
    if (length + 2 <= 16 || length + 2 > 64)
      assert.equal(found.repetitions, Number(length + 2 > 64), `${length}`);
    const skipped = scan(cut(utf8(source), [7]), limits, () => true);
    assert.deepEqual(skipped.tokens, [
      ['[', 0],
      ['close', source.length],
    ]);
  }
  for (const [digits, isFine] of [
    [15, true],
    [16, true],
    [17, false],
    [100, false],
  ] as const)
    for (const after of ['', ' ', ']'])
      for (const size of [1, 5, 1000]) {
        const source = `${after === ']' ? '[' : ''}${'7'.repeat(digits)}${after}`;
        const { problem } = scan(cut(utf8(source), [size]), limits);
        assert.equal(
          problem?.expected,
          isFine ? undefined : 'a number of at most 16 bytes',
          `${source} in ${size}`,
        );
        if (problem !== undefined) assert.equal(problem.offset, source.indexOf('7'));
      }
});

test('depth is bounded', () => {
  const nested = (depth: number): Uint8Array => utf8('['.repeat(depth) + ']'.repeat(depth));
  assert.equal(scanJson(nested(5), silence, 5), undefined);
  const problem = scanJson(nested(6), silence, 5);
  assert.deepEqual(
    [problem?.offset, problem?.expected],
    [5, 'at most 5 levels of arrays and objects inside each other'],
  );
  assert.equal(scanJson(nested(scanLimits.depthMax), silence), undefined);
  assert.equal(scanJson(nested(scanLimits.depthMax + 1), silence)?.offset, scanLimits.depthMax);
});

const end = 'the end of the text';
const mistakes: readonly (readonly [
  source: string,
  line: number,
  column: number,
  expected: string,
  found: string,
])[] = [
  ['', 1, 1, 'a value', end],
  ['\ufeff', 1, 1, 'a value', end],
  [' \n ', 2, 2, 'a value', end],
  ['[', 1, 2, 'a value or "]"', end],
  ['[1', 1, 3, '"," or "]"', end],
  ['[1,]', 1, 4, 'a value', '"]"'],
  ['[1}', 1, 3, '"," or "]"', '"}"'],
  ['{', 1, 2, 'a name in double quotes or "}"', end],
  ['{]', 1, 2, 'a name in double quotes or "}"', '"]"'],
  ['{1', 1, 2, 'a name in double quotes or "}"', '"1"'],
  ['{"a"', 1, 5, '":"', end],
  ['{"a",', 1, 5, '":"', '","'],
  ['{"a":}', 1, 6, 'a value', '"}"'],
  ['{"a":1', 1, 7, '"," or "}"', end],
  ['{"a":1,}', 1, 8, 'a name in double quotes', '"}"'],
  ['{"a":1]', 1, 7, '"," or "}"', '"]"'],
  ['[]]', 1, 3, end, '"]"'],
  ['1 2', 1, 3, end, '"2"'],
  ['"ä\n"', 1, 3, 'an escape such as \\n instead of a control character', 'U+000A'],
  ['"ä\\x"', 1, 4, 'one of " \\ / b f n r t u after a backslash', '"x"'],
  ['"\\u00g0"', 1, 6, 'four hexadecimal digits after \\u', '"g"'],
  ['"\\ug"', 1, 4, 'four hexadecimal digits after \\u', '"g"'],
  ['"\\u00', 1, 6, 'the rest of the string and a closing quote', end],
  ['"\\', 1, 3, 'the rest of the string and a closing quote', end],
  ['"abc', 1, 5, 'the rest of the string and a closing quote', end],
  ['tru', 1, 4, 'true, false or null', end],
  ['nulL', 1, 4, 'true, false or null', '"L"'],
  ['[falsy]', 1, 6, 'true, false or null', '"y"'],
  ['-', 1, 2, 'a digit', end],
  ['-x', 1, 2, 'a digit', '"x"'],
  ['1.', 1, 3, 'a digit', end],
  ['[1.e5]', 1, 4, 'a digit', '"e"'],
  ['1e+', 1, 4, 'a digit', end],
  ['01', 1, 2, end, '"1"'],
  ['["é😀€",\n  "ü😀", é]', 2, 9, 'a value', '"é"'],
  ['[\u0000]', 1, 2, 'a value or "]"', 'U+0000'],
  ['[1\u0001]', 1, 3, '"," or "]"', 'U+0001'],
  ['{"a\u0000":1}', 1, 4, 'an escape such as \\n instead of a control character', 'U+0000'],
  ['\ufeff{\r\n\t"ü": 1;}', 2, 8, '"," or "}"', '";"'],
];
test('the first mistake by its line, column and offset, however the bytes come', () => {
  for (const [source, line, column, expected, found] of mistakes) {
    const whole = scanJson(utf8(source), silence);
    assert.deepEqual(
      [whole?.line, whole?.column, whole?.expected, whole?.found],
      [line, column, expected, found],
      JSON.stringify(source),
    );
    const reason = `line ${line}, column ${column}: expected ${expected}, found ${found}`;
    assert.ok(whole?.reason.startsWith(reason), whole?.reason);
    const lines = source.split('\n');
    const before = lines.slice(0, line - 1).join('\n').length + Number(line > 1);
    const marked = Number(line === 1 && source.startsWith('\ufeff'));
    const text =
      source.slice(0, before) + [...(lines[line - 1] ?? '')].slice(0, column - 1 + marked).join('');
    assert.equal(whole?.offset, Buffer.byteLength(text), JSON.stringify(source));
    for (const size of [1, 2, 3, 5]) {
      const { problem } = scan(cut(utf8(source), [size]), { windowBytes: 32, tokenBytesMax: 8 });
      assert.deepEqual(problem, whole, `${JSON.stringify(source)} in ${size}`);
    }
  }
});

test('mistakes far behind the first window keep their place', () => {
  const limits = { windowBytes: 32, tokenBytesMax: 8 };
  for (const before of ['["😀é",\n', '["é","😀","é","😀","é","😀","é","😀","é","😀","é","é","😀","é",'])
    for (const pad of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const source = `${before.repeat(3)}${' '.repeat(pad)}"${'😀é'.repeat(30)}", ?`;
      const rows = source.slice(0, -1).split('\n');
      for (const size of [1, 4, 9, 1000]) {
        const { problem } = scan(cut(utf8(source), [size]), limits);
        assert.deepEqual(
          [problem?.line, problem?.column, problem?.offset, problem?.found],
          [rows.length, [...(rows.at(-1) ?? '')].length + 1, Buffer.byteLength(source) - 1, '"?"'],
        );
      }
    }
});

const broken: readonly (readonly [bytes: readonly number[], offset: number, found: string])[] = [
  [[0x22, 0xff, 0x22], 1, 'the byte 0xff'],
  [[0x22, 0x61, 0xc3, 0x22], 2, 'the byte 0xc3'],
  [[0x22, 0xe2, 0x82, 0x22], 1, 'the byte 0xe2'],
  [[0x22, 0xf0, 0x9f, 0x98], 1, 'the byte 0xf0'],
  [[0x5b, 0x05], 1, 'U+0005'],
  [[0x5b, 0x80], 1, 'the byte 0x80'],
  [[0x22, 0xed, 0xa0, 0x80, 0x22], 1, 'the byte 0xed'],
  [[0x22, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82, 0xac, 0x0a, 0xff], 10, 'U+000A'],
  [[0x22, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82, 0xac, 0xbf], 10, 'the byte 0xbf'],
];
test('bytes that are not UTF-8', () => {
  for (const [codes, offset, found] of broken)
    for (const size of [1, 2, 3, 100]) {
      const { problem } = scan(cut(Uint8Array.from(codes), [size]), { windowBytes: 32, tokenBytesMax: 8 });
      assert.deepEqual([problem?.offset, problem?.found], [offset, found], `${codes} in ${size}`);
      if (found.startsWith('the byte')) assert.equal(problem?.expected, 'UTF-8');
    }
});
