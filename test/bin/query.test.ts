import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { refused } from '../../bin/commands/query.ts';
import { unpainted } from '../../bin/terminal/paint.ts';
import { parseExpression } from '../../lib/results/query/dialect.ts';
import { downpour } from './downpour.ts';
import { typed } from './typed.ts';

let folder = '';
let file = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  file = join(folder, 'result.json');
  await writeFile(file, '{"name":"x", "n":[1.50,12345678901234567890], "list":[{"v":1},{"v":2}]}');
});
after(() => rm(folder, { recursive: true }));

const paint = unpainted;
const wrong = { valid: false, jsonpath: '', errorCode: 1, sqlState: '42601', sql: null, value: null };

/** The number of characters before the caret. */
function caretOf(text: string): number | undefined {
  const parsed = parseExpression(text, { lenient: false });
  assert.ok('error' in parsed, text);
  const [, caret, output] = refused(
    text,
    { ...wrong, reason: parsed.error.message },
    { paint, width: undefined },
  );
  // The message of the API names the parameter `lenient=true`. The command line replaces it by its option
  // `--lenient`.
  assert.equal(
    output,
    `error the query failed: ${parsed.error.message.replace('lenient=true', '--lenient')}`,
  );
  return caret?.indexOf('^') === undefined ? undefined : caret.indexOf('^') - 2;
}

test('a caret is below the place of a syntax error in either dialect', () => {
  const rows: [text: string, at: number][] = [
    ['$.results[', 10],
    ['$.a[?(@.x == )]', 13],
    ['name', 0],
    ['', 0],
    ['$.results[*] ? (@.x == )', 23],
    ['lax $.a ? (', 11],
    ['strict $.a.', 11],
    ['$.a ? (@.x == "at column 3" 5)', 28],
    ['$.a ? (@.x starts with at_column_3)', 23],
  ];
  for (const [text, at] of rows) assert.equal(caretOf(text), at, text);
});

test('a reason without a place has no caret', () => {
  const reason = 'took too many steps';
  assert.deepEqual(refused('$..a', { ...wrong, reason }, { paint, width: undefined }), [
    `error the query failed: ${reason}`,
  ]);
});

test('a file is asked without an API, digit for digit', async () => {
  const rows: [parameters: string[], answer: string][] = [
    [['$.name'], '"x"'],
    [['$.n'], '[1.50,12345678901234567890]'],
    [['$.nope'], 'null'],
    [['$.list[*].v', '--array'], '[1,2]'],
    [['$.list ? (@.v > 1)'], '{"v": 2}'],
    [['lax $.list.v', '--array'], '[1, 2]'],
  ];
  for (const [parameters, answer] of rows) {
    const { code, stdout, stderr } = await onFile(...parameters);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${answer}\n`, stderr: '' });
  }
});

test('a person gets lines, a program the text', async () => {
  const { out } = await typed(['query', file, '$.n'], { width: 80 });
  assert.equal(out, '[\n  1.50,\n  12345678901234567890\n]\n');
});

test('an expression that is valid in both dialects has the dialect of the environment, unless an option has another', async () => {
  const answerOf = async (dialect: string, ...more: string[]): Promise<string> => {
    const environment = { DOWNPOUR_COMMON_DIALECT: dialect };
    const { out, error } = await typed(['query', file, '$.list.v', '--array', ...more], { environment });
    if (error !== undefined) throw error;
    return out;
  };
  assert.equal(await answerOf('sql'), '[1, 2]\n');
  assert.equal(await answerOf(''), '[]\n');
  assert.equal(await answerOf('sql', '--dialect', 'jsonpath'), '[]\n');
  await assert.rejects(answerOf('postgres'), { code: 'DIALECT_UNKNOWN', status: 400 });
});

test('a person sees that more values matched, and a program does not', async () => {
  const { err } = await typed(['query', file, '$.list[*].v'], { width: 80 });
  assert.equal(err, 'first of 2 matches; --array shows all\n');
  assert.equal((await onFile('$.list[*].v')).stderr, '');
});

test('the cost of an answer is printed on standard error', async () => {
  const { stdout, stderr } = await onFile('$.name', '--explain');
  assert.equal(stdout, '"x"\n');
  assert.match(
    stderr,
    /^Downpour answered the query in \d+\.\d ms: language jsonpath, method 'file', 71 bytes in 1 read\n$/,
  );
  assert.match((await onFile('lax $.name', '--explain')).stderr, /language sql, method 'file'/);
});

test('the whole result is there for programs', async () => {
  const { stdout } = await onFile('$.name', '--json');
  const result = { valid: true, jsonpath: '$.name', errorCode: 0, sqlState: null, reason: null, sql: null };
  assert.deepEqual(JSON.parse(stdout), { ...result, value: '"x"' });
});

test('a wrong expression, a broken file and a path without a file end with exit code 2', async () => {
  const broken = join(folder, 'broken.json');
  await writeFile(broken, '{"a":\n1,}');
  const location = /broken\.json is not JSON: line 2, column 3: expected a name in double quotes, found "}"/;
  const rows: [parameters: string[], output: RegExp][] = [
    [[file, '$.a['], /^ {2}\$\.a\[\n {6}\^\nerror the query failed: syntax error at column 5/],
    [[file, 'strict $.nope'], /^error the query failed: JSON object does not contain key "nope"\n$/],
    [[broken, '$.a'], location],
    [[broken, 'lax $.a'], location],
    [[folder, '$.a'], /it is a folder/],
    [[file, '.list[0].v'], /did you mean \$\.list\[0\]\.v\? \(--lenient corrects the expression\)\n$/],
    [[file, 'list.v'], /did you mean \$\.list\.v\?/],
    [[join(folder, 'nope.json'), '$.a'], /Cannot read .*nope\.json: there is no such file/],
  ];
  for (const [parameters, output] of rows) {
    const { code, stdout, stderr } = await downpour(['query', ...parameters]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, output);
  }
});

const onFile = (...parameters: readonly string[]) => downpour(['query', file, ...parameters]);
