import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Value } from '../../../lib/driver/model/session.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { type CsvOptions, readCsv } from '../../../lib/driver/scenario/steps/random-csv-row/csv.ts';
import { dateFormat } from '../../../lib/driver/scenario/steps/timestamp/date-format.ts';
import { ergonomics, runScenario, runSteps, type ScenarioOptions } from './scenario-run.ts';

/** Steps that make values: random values, values from files, and times. */

const filesOf = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
const withFiles = (
  files: Readonly<Record<string, string>>,
  draws: readonly number[] = [],
): ScenarioOptions => ({ draws, environment: { files: filesOf(files) } });

/** The problems of a step after its files were read. */
function problemsOf(step: unknown, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const findings = new Findings();
  parseScenario([{ main: [step] }], [], { targets: [], ergonomics, findings, files: filesOf(files) });
  return findings.list.map(({ severity, path, message }) =>
    [severity === 'error' ? '' : `${severity} `, path.slice(3).join('.'), ': ', message].join(''),
  );
}

suite('randomUUID', () => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('row 41: stores the text of a UUID of version 4', async () => {
    const environment = { random: randomFor(7, 'uuid') };
    const steps = ['a', 'b'].map((name) => ({ randomUUID: name }));
    const { variables } = await runSteps(steps, { environment });
    assert.match(String(variables.a), form);
    assert.match(String(variables.b), form);
    assert.notEqual(variables.a, variables.b);
    assert.deepEqual(
      (await runSteps(steps, { environment: { random: randomFor(7, 'uuid') } })).variables,
      variables,
    );
  });

  test('reaches every digit but those of the version and the variant', async () => {
    const all = async (draw: number): Promise<Value> =>
      (await runSteps([{ randomUUID: { toVar: 'u' } }], { draws: [draw, draw, draw, draw] })).variables.u;
    assert.equal(await all(0), '00000000-0000-4000-8000-000000000000');
    assert.equal(await all(1 - 2 ** -40), 'ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});

suite('randomItem', () => {
  const basket = [
    { set: { var: 'basket', objectArray: { size: 4 } } },
    ...['x', 'y', 'z'].map((value) => ({ addItem: { toVar: 'basket', value } })),
  ];
  for (const [draw, item] of [
    [0, 'x'],
    [0.34, 'y'],
    [0.999, 'z'],
  ] as const)
    test(`takes ${item} of the set items of an array at ${draw}`, async () => {
      for (const step of ['v <- basket', { toVar: 'v', fromVar: 'basket' }]) {
        const { variables } = await runSteps([...basket, { randomItem: step }], { draws: [draw] });
        assert.equal(variables.v, item);
      }
    });

  test('fails the phase for an empty array and for a variable that is not an array', async () => {
    const empty = { set: { var: 'a', objectArray: { size: 4 } } };
    await assert.rejects(runSteps([empty, { randomItem: 'v <- a' }]), /array 'a' is empty/);
    await assert.rejects(runSteps([{ set: 'a <- x' }, { randomItem: 'v <- a' }]), /'a' is not an array/);
    await assert.rejects(runSteps([{ randomItem: 'v <- a' }, empty]), /'a' is not set/);
  });

  test('takes a line of a file, which empty ones are not', async () => {
    const options = (draw: number): ScenarioOptions => withFiles({ 'f.txt': 'x\n\ny\r\n' }, [draw]);
    const step = { randomItem: { toVar: 'v', file: 'f.txt' } };
    assert.equal((await runSteps([step], options(0.49))).variables.v, 'x');
    assert.equal((await runSteps([step], options(0.5))).variables.v, 'y');
  });

  test('has one source', () => {
    for (const body of [{ toVar: 'v' }, { toVar: 'v', list: ['x'], file: 'f' }, 'v <-', 'v', 'v <- a <- b'])
      assert.match(problemsOf({ randomItem: body })[0] ?? '', /exactly one of list, file and fromVar/);
    assert.match(
      problemsOf({ randomItem: { toVar: 'v', list: [] } }).join(),
      /randomItem\.list: the list is empty/,
    );
    assert.match(
      problemsOf({ randomItem: { toVar: 'v', file: 'f' } }, { f: '\n' }).join(),
      /has no line with text/,
    );
  });
});

suite('randomFile', () => {
  const files = { 'a.bin': 'aa', 'b/c.bin': 'bb' };
  const step = { randomFile: { files: { 'a.bin': 1, 'b/c.bin': 3 }, toVar: 'v', filenameVar: 'name' } };

  for (const [draw, name, content] of [
    [0.24, 'a.bin', 'aa'],
    [0.25, 'b/c.bin', 'bb'],
  ] as const)
    test(`stores bytes and name of ${name} at ${draw}`, async () => {
      const { variables } = await runSteps([step], withFiles(files, [draw]));
      assert.equal(variables.name, name);
      assert.ok(variables.v instanceof Uint8Array);
      assert.equal(Buffer.from(variables.v).toString(), content);
    });

  test('needs its files, each at its place', () => {
    assert.deepEqual(problemsOf(step, files), []);
    assert.deepEqual(problemsOf(step, { 'a.bin': '' }), [
      "randomFile.files: file 'b/c.bin' was not sent with the document; send both together",
    ]);
    assert.match(problemsOf({ randomFile: { files: ['../x'], toVar: 'v' } }).join(), /leads out of/);
    assert.match(problemsOf({ randomFile: { files: { x: 0 }, toVar: 'v' } }).join(), /every weight is 0/);
    assert.match(problemsOf({ randomFile: { toVar: 'v' } }).join(), /randomFile needs files and toVar/);
  });
});

/** A file in which rows have every allowed form. */
const sample = `# what it is
   # and more of it
one,"two two","three, three","four""four"
     five,six ,,eight
# the next two lines are one row
nine,"",eleven,"twelve
 ends here"`;
const sampleRows = [
  ['one', 'two two', 'three, three', 'four"four'],
  ['     five', 'six ', '', 'eight'],
  ['nine', '', 'eleven', 'twelve\n ends here'],
];

type Read = {
  readonly rows: readonly (readonly string[])[];
  readonly lines: number[];
  readonly problems: string[];
};
function read(text: string, options: Partial<CsvOptions> = {}): Read {
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  const problems: string[] = [];
  readCsv(
    text,
    { separator: ',', skipComments: false, skipHeader: false, ...options },
    {
      row(fields, line) {
        rows.push([...fields]);
        lines.push(line);
      },
      problem: (line, message) => problems.push(`${line}: ${message}`),
    },
  );
  return { rows, lines, problems };
}

suite('a CSV file', () => {
  test('row 39: has exactly its rows', () => {
    for (const text of [sample, `${sample}\n`, `\ufeff${sample}`]) {
      const { rows, lines, problems } = read(text, { skipComments: true });
      assert.deepEqual(rows, sampleRows);
      assert.deepEqual(lines, [3, 4, 6]);
      assert.deepEqual(problems, []);
    }
    assert.deepEqual(read(sample.replaceAll('\n', '\r\n'), { skipComments: true }).rows[2]?.slice(0, 3), [
      'nine',
      '',
      'eleven',
    ]);
  });

  const rows: readonly (readonly [text: string, rows: readonly (readonly string[])[]])[] = [
    ['', []],
    ['a', [['a']]],
    ['a\n', [['a']]],
    ['a\n\nb\n', [['a'], ['b']]],
    ['\n \t\r\na\n\n', [['a']]],
    ['""\na', [[''], ['a']]],
    ['a\r\nb\rc', [['a'], ['b'], ['c']]],
    ['a\r\rb\r \rc', [['a'], ['b'], ['c']]],
    [',', [['', '']]],
    ['"a\n\nb"', [['a\n\nb']]],
    ['""""', [['"']]],
    ['"a","b"\n', [['a', 'b']]],
    ['# a', [['# a']]],
    ['a;b', [['a;b']]],
  ];
  for (const [text, expected] of rows)
    test(`of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(read(text), { rows: expected, lines: read(text).lines, problems: [] });
    });

  test('may have another separator', () =>
    assert.deepEqual(read('a;"b;c,d";e,f', { separator: ';' }).rows, [['a', 'b;c,d', 'e,f']]));

  const wrong: readonly (readonly [text: string, problems: readonly string[], rows: number])[] = [
    ['a,b"c"\nx', ['1: column 1 has a quote in the middle'], 1],
    ['x\n "a"\ny', ['2: column 0 has a quote in the middle'], 2],
    ['"a\nb"c,d\nx', ['1: column 0 has text after its closing quote'], 1],
    ['"a" ,b', ['1: column 0 has text after its closing quote'], 0],
    ['x\n"a\nb\nc', ['2: column 0 has a quote that never ends'], 1],
    ['"a\n\nb",c\nx"', ['4: column 0 has a quote in the middle'], 1],
    ['a"\n"b"c\nx\nd"', ['1: column 0 has a quote', '2: column 0 has text', '4: column 0 has a quote'], 1],
  ];
  for (const [text, problems, good] of wrong)
    test(`is refused where ${JSON.stringify(text)} is no row`, () => {
      const found = read(text);
      assert.equal(found.problems.length, problems.length);
      for (const [index, problem] of problems.entries())
        assert.ok(found.problems[index]?.startsWith(problem), found.problems[index]);
      assert.equal(found.rows.length, good);
    });

  // A careless reader would search the next line break after each quote, and read the text four million
  // times.
  test('is read once, however many quotes it has', () => {
    const quotes = '""'.repeat(4_000_000);
    assert.equal(read(`"${quotes}"\nx`).rows[0]?.[0]?.length, 4_000_000);
    assert.match(read(`"${quotes}`).problems[0] ?? '', /^1: column 0 has a quote that never ends/);
    assert.deepEqual(
      read('"a\n""\n",b\n"c\n').problems.map((problem) => problem[0]),
      ['4'],
    );
  });
});

suite('randomCsvRow', () => {
  const all = { 0: 'a', 1: 'b', 2: 'c', 3: 'd' };
  const step = (columns: unknown): unknown => ({
    randomCsvRow: { file: 'f.csv', skipComments: true, columns },
  });

  test('row 40: each pick is one whole row, all columns of it or some', async () => {
    for (const [number, row] of sampleRows.entries()) {
      const options = (): ScenarioOptions =>
        withFiles({ 'f.csv': sample }, [(number + 0.5) / sampleRows.length]);
      const [a, b, c, d] = row;
      assert.deepEqual((await runSteps([step(all)], options())).variables, { a, b, c, d });
      const list = [{ 2: 'c' }, { 0: 'a' }];
      assert.deepEqual((await runSteps([step(list)], options())).variables, { a, c });
    }
  });

  test('unsets the variable of a column that its row does not have, and warns of that', async () => {
    const files = { 'f.csv': 'a,b\nc\n\n' };
    const steps = [{ set: 'd <- old' }, step({ 0: 'a', 1: 'd' })];
    assert.deepEqual((await runSteps(steps, withFiles(files, [0.9]))).variables, { a: 'c' });
    assert.deepEqual(problemsOf(step({ 1: 'd' }), files), [
      "warning randomCsvRow.columns: file 'f.csv', line 2 has only 1 column, so the variable for column 1 (counted from 0) gets no value",
    ]);
  });

  const rows: readonly (readonly [
    body: object,
    files: Readonly<Record<string, string>>,
    problems: readonly RegExp[],
  ])[] = [
    [
      { file: 'f.csv', columns: all },
      {},
      [/randomCsvRow\.file: file 'f\.csv' was not sent with the document/],
    ],
    [{ file: 'f.csv', columns: all }, { 'f.csv': '' }, [/file 'f\.csv' has no rows/]],
    [
      { file: 'f.csv', columns: { 0: 'a' } },
      { 'f.csv': 'x"\ny\nz"' },
      [/line 1: column 0 has/, /line 3: column 0 has/],
    ],
    [{ file: 'f.csv', columns: { 0: 'a' }, skipComments: true }, { 'f.csv': '#x' }, [/has no rows/]],
    [{ columns: all }, {}, [/randomCsvRow needs file and columns/]],
    [{ file: 'f.csv' }, { 'f.csv': 'x' }, [/randomCsvRow needs file and columns/]],
    [
      { file: 'f.csv', columns: { '-1': 'a' } },
      { 'f.csv': 'x' },
      [/columns\.-1: '-1' is not the number of a column; write the number, counted from 0, in place of '-1'/],
    ],
    [
      { file: 'f.csv', columns: [{ 0: 'a' }, { 0: 'b' }] },
      { 'f.csv': 'x' },
      [/columns\.1\.0: column 0 is already stored in the variable 'a'/],
    ],
    [
      { file: 'f.csv', columns: { 0: 'a' }, separator: ',,' },
      { 'f.csv': 'x' },
      [/separator must be one character and not a quote/],
    ],
    [
      { file: 'f.csv', columns: { 0: 'a' }, separator: '"' },
      { 'f.csv': 'x' },
      [/separator must be one character and not a quote/],
    ],
  ];
  for (const [body, files, problems] of rows)
    test(`is refused: ${JSON.stringify(body)} of ${JSON.stringify(files)}`, () => {
      const found = problemsOf({ randomCsvRow: body }, files);
      assert.equal(found.length, problems.length, found.join('\n'));
      for (const [index, problem] of problems.entries()) assert.match(found[index] ?? '', problem);
    });

  test('names so many wrong lines, and how many more there are', () => {
    const files = { 'f.csv': 'x"\n'.repeat(scenarios.fileProblemsMax + 3) };
    const found = problemsOf({ randomCsvRow: { file: 'f.csv', columns: { 0: 'a' } } }, files);
    assert.equal(found.length, scenarios.fileProblemsMax + 1);
    assert.match(found.at(-1) ?? '', /has 3 more invalid lines; correct the lines above first/);
  });

  test('is refused when its file is no text', () => {
    const findings = new Findings();
    const files = new Map([['f.csv', Uint8Array.of(0xff, 0x2c)]]);
    parseScenario([{ main: [step({ 0: 'a' })] }], [], { targets: [], ergonomics, findings, files });
    assert.match(findings.list[0]?.message ?? '', /is not UTF-8 text/);
  });
});

suite('rows of a CSV file', () => {
  const file = 'f.csv';
  const table = 'email,password\nann@x.org,p1\nbob@x.org,p2\n\ncy@x.org,p3\n';
  const csv = (more: object) => ({
    randomCsvRow: { file, columns: { 0: 'mail', 1: 'password' }, ...more },
  });

  test('begin after the header line when the document sets this, at random or in order', async () => {
    const mails = async (more: object, draws: readonly number[] = []) => {
      const steps = [csv({ skipHeader: true, ...more }), { log: { message: '${mail}' } }];
      return (await runSteps([...steps, ...steps, ...steps, ...steps], withFiles({ [file]: table }, draws)))
        .logged;
    };
    const [ann, bob, cy] = ['ann@x.org', 'bob@x.org', 'cy@x.org'];
    assert.deepEqual(await mails({}, [0, 0.34, 0.67, 0.99]), [ann, bob, cy, cy]);
    const each = [csv({ skipHeader: true, order: 'SEQUENTIAL' }), { log: { message: '${mail}' } }];
    const users = { ...withFiles({ [file]: table }, []), users: 4 };
    assert.deepEqual((await runSteps(each, users)).logged, [ann, bob, cy, ann]);
  });

  test('stay with their user, and a new one takes the next', async () => {
    const step = csv({ skipHeader: true, order: 'PER_USER' });
    const log = { log: { message: '${mail}' } };
    const { logged } = await runSteps([step, log, step, log], {
      ...withFiles({ [file]: table }, []),
      users: 2,
    });
    assert.deepEqual(logged, ['ann@x.org', 'ann@x.org', 'bob@x.org', 'bob@x.org']);
  });

  test('are shared out among the event loops of all shards', async () => {
    const step = csv({ skipHeader: true, order: 'SEQUENTIAL' });
    const ofLoop = async (index: number) => {
      const { environment, ...options } = withFiles({ [file]: table }, []);
      const run = await runSteps([step, { log: { message: '${password}' } }], {
        ...options,
        environment: { ...environment, loop: { index, count: 2 } },
        users: 3,
      });
      return run.logged;
    };
    assert.deepEqual(
      [await ofLoop(0), await ofLoop(1)],
      [
        ['p1', 'p3', 'p2'],
        ['p2', 'p1', 'p3'],
      ],
    );
  });

  const headers: readonly (readonly [text: string, header?: string])[] = [
    [table, 'email, password'],
    ['name,id\nann,1\nbob,2', 'name, id'],
    ['Mail,Password\nann,x\nbob,y', 'Mail, Password'],
    ['# users\nuser,phone\nann,+49 1', 'user, phone'],
    ['user,phone\nann,red\nbob,green', 'user, phone'],
    ['ann,red\nbob,green'],
    ['ann,1\nbob,2'],
    ['email,password'],
  ];
  for (const [text, header] of headers)
    test(`${header === undefined ? 'do not begin' : 'seem to begin'} with a header in ${JSON.stringify(text)}`, () => {
      const body = { file, columns: { 0: 'mail', 1: 'password' }, skipComments: true };
      const found = problemsOf({ randomCsvRow: body }, { [file]: text });
      assert.equal(found.length, header === undefined ? 0 : 1, found.join());
      if (header === undefined) return;
      assert.ok(
        found[0]?.includes(`looks like a header (${header}), and Downpour uses it as a row`),
        found[0],
      );
      for (const skipHeader of [true, false])
        assert.deepEqual(problemsOf({ randomCsvRow: { ...body, skipHeader } }, { [file]: text }), []);
    });
});

suite('rows of one column whose lines have another separator', () => {
  const warned = (text: string, more: object = {}, columns: object = { 0: 'mail' }): readonly string[] =>
    problemsOf({ randomCsvRow: { file: 'u.csv', columns, ...more } }, { 'u.csv': text });

  for (const [separator, displayed] of [
    [';', "';'"],
    ['\t', 'a tab'],
    ['|', "'|'"],
  ] as const)
    test(`are warned of once: ${displayed}`, () => {
      const text = `a@x${separator}1\nb@x${separator}2\n`;
      for (const columns of [{ 0: 'mail' }, { 0: 'mail', 1: 'number' }]) {
        const found = warned(text, {}, columns);
        assert.equal(found.length, 1, found.join());
        assert.ok(found[0]?.includes(`has one column, and each line has ${displayed}`), found[0]);
      }
      assert.deepEqual(warned(text, { separator }), []);
    });

  test('are not, where a line has none, or there are more columns', () => {
    assert.deepEqual(warned('a;1\nb2\n'), []);
    assert.deepEqual(warned('a;1,x1\nb;2,y2\n'), []);
    assert.deepEqual(warned('a1\nb2\n'), []);
  });
});

suite('timestamp', () => {
  test('stores milliseconds since 1970, by the clock of the session', async () => {
    const { variables } = await runSteps([
      { timestamp: 'a' },
      { thinkTime: '1500ms' },
      { timestamp: { toVar: 'b' } },
    ]);
    assert.match(String(variables.a), /^17\d{11}$/);
    assert.equal(Number(variables.b) - Number(variables.a), 1500);
  });

  test('row 42: stores the time by a pattern in the words of the United States', async () => {
    const pattern = 'yyyyy.MMMMM.dd GGG hh:mm aaa';
    const { variables } = await runSteps([{ timestamp: { toVar: 'a', pattern } }]);
    assert.equal(variables.a, '02023.November.14 AD 10:13 PM');
  });

  /** This Sunday is one of the last days of the week-based year 2022. */
  const newYear = Date.UTC(2023, 0, 1, 0, 5, 6, 7);
  const rows: readonly (readonly [pattern: string, text: string, country?: string, epochMs?: number])[] = [
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2023-01-01T00:05:06.007Z'],
    ['y yy yyy yyyyyy', '2023 23 2023 002023'],
    ['M MM MMM MMMM L LLLL', '1 01 Jan January 1 January'],
    ['d dd ddd', '1 01 001'],
    ['E EEE EEEE u F', 'Sun Sun Sunday 7 1'],
    ['H HH k K h', '0 00 24 0 12'],
    ['m s S SSSS', '5 6 7 0007'],
    ['a', 'AM'],
    ['z zzzz Z X', 'UTC Coordinated Universal Time +0000 Z'],
    ['D w W Y', '1 1 1 2023'],
    // In Czechia the week begins on Monday, and the first week has four days of the year.
    ['D w W Y', '1 52 0 2022', 'CZ'],
    ['w Y', '1 2025', 'CZ', Date.UTC(2024, 11, 30)],
    ['w Y', '52 2024', 'CZ', Date.UTC(2024, 11, 29)],
    ['w Y', '1 2025', 'US', Date.UTC(2024, 11, 29)],
    ['w Y', '52 2024', 'US', Date.UTC(2024, 11, 28)],
    ['w Y', '53 2020', 'DE', Date.UTC(2021, 0, 3)],
    ['d. MMMM LLLL EEEE', '1. ledna leden neděle', 'CZ'],
    ['EEEE d MMM', 'dimanche 1 janv.', 'FR'],
    ["'at' ''h'' 'o''clock'", "at '12' o'clock"],
    ['/-:. ,', '/-:. ,'],
    ['', ''],
  ];
  for (const [pattern, text, country = 'US', epochMs = newYear] of rows)
    test(`${JSON.stringify(pattern)} in ${country}`, () => {
      const format = dateFormat(pattern, country);
      assert.ok('print' in format);
      assert.equal(format.print(epochMs), text);
    });

  const wrong: readonly (readonly [body: unknown, problem: RegExp])[] = [
    [{}, /timestamp needs toVar/],
    [{ toVar: 'a', pattern: 'yyyy-bb' }, /timestamp\.pattern: .*has the unknown letter 'b'/],
    [{ toVar: 'a', pattern: "yyyy 'at" }, /has an opening quote without a closing quote/],
    [{ toVar: 'a', localeCountry: 'QQ' }, /timestamp\.localeCountry: 'QQ' is not a country/],
    [{ toVar: 'a', localeCountry: 'Czechia' }, /'Czechia' is not a country/],
  ];
  for (const [body, problem] of wrong)
    test(`is refused: ${JSON.stringify(body)}`, () =>
      assert.match(problemsOf({ timestamp: body }).join(), problem));
});

suite('divide', () => {
  const rows: readonly (readonly [
    value: number,
    divide: unknown,
    variables: Readonly<Record<string, Value>>,
  ])[] = [
    [7, 'n /= 2', { n: 3 }],
    [-7, 'n /= 2', { n: -3 }],
    [7, 'n/=-2', { n: -3 }],
    [7, { fromVar: 'n', toVar: 'm', divisor: 3 }, { n: 7, m: 2 }],
    [-2147483648, 'n /= -1', { n: -2147483648 }],
  ];
  for (const [value, divide, variables] of rows)
    test(`${JSON.stringify(divide)} of ${value}`, async () => {
      assert.deepEqual((await runSteps([{ setInt: `n <- ${value}` }, { divide }])).variables, variables);
    });

  test('waits while its variable is unset', async () => {
    const sequences = [
      { first: [{ divide: 'n /= 2' }, { log: '${n}' }] },
      { second: [{ thinkTime: '3s' }, { setInt: 'n <- 8' }] },
    ];
    const { logged, endedMs } = await runScenario({ initialSequences: sequences });
    assert.deepEqual([logged, endedMs], [['4'], 3_000]);
  });

  for (const divide of ['n', 'n /= 0', 'n /= x', { fromVar: 'n', toVar: 'm' }])
    test(`is refused: ${JSON.stringify(divide)}`, () =>
      assert.match(problemsOf({ divide }).join(), /divide needs fromVar, toVar and divisor/));
});
