import { required, shownDefault, withDefault } from '../../declaration/field.ts';
import { choice, flag, name } from '../../declaration/scalars.ts';
import { pairsOf, textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Read, Value } from '../../model/session.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import { contentOf } from '../files/content.ts';
import { type SequenceCompiler, step } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { type Column, checkRows } from './random-csv-row/check.ts';
import { readCsv } from './random-csv-row/csv.ts';

const variable = {
  title: 'the name of a variable',
  description: 'Name of the session variable that receives the column with this index, counted from 0.',
  type: 'string',
} as const;

const columns: ScopedField<readonly Column[], false> = {
  schema: {
    title: 'a mapping of column index to variable',
    description:
      'The column that each variable receives: the index of the column, counted from 0, then the name of the variable.',
    type: ['object', 'array'],
    minItems: 1,
    minProperties: 1,
    additionalProperties: variable,
    items: {
      title: 'a mapping such as 0: user',
      type: 'object',
      minProperties: 1,
      additionalProperties: variable,
    },
    examples: [{ 0: 'user', 2: 'password' }],
  },
  always: false,
  parse: parseColumns,
};

const separator: ScopedField<string, false> = {
  schema: { description: 'One character between columns.', type: 'string' },
  always: false,
  parse(raw, at, { findings }) {
    const text = textOf(raw) ?? '';
    if (text.length === 1 && !'"\r\n'.includes(text)) return text;
    findings.error(at, `separator must be one character and not a quote, found '${text}'`);
    return undefined;
  },
};

/** How the row for a user is chosen. */
type Order = 'RANDOM' | 'SEQUENTIAL' | 'PER_USER';

export const randomCsvRow = step({
  name: 'randomCsvRow',
  summary:
    'Stores columns of a row of a CSV file: a random one, the next one each time (`order: SEQUENTIAL`), or one for each user (`order: PER_USER`). Blank lines are not rows.',
  example: 'randomCsvRow: { file: users.csv, columns: { 0: user, 2: password } }',
  cost: 'Reads and parses the file once for each scenario and shard, and keeps the chosen columns of all rows in memory. A row costs one random number or one count, and a write for each column.',
  atError:
    'Downpour rejects a document whose file has a malformed row. A row without a column unsets the variable of this column.',
  fields: {
    file: required(name('Path of the CSV file, relative to the benchmark document.', 'users.csv')),
    columns: required(columns),
    separator: withDefault(',', separator),
    skipComments: withDefault(false, flag('Whether lines that begin with `#` are skipped.')),
    skipHeader: shownDefault(
      false,
      flag(
        'The first line names the columns and is not a row. Without this key, such a first line is a row, and Downpour warns.',
      ),
    ),
    order: withDefault(
      'RANDOM',
      choice(
        ['RANDOM', 'SEQUENTIAL', 'PER_USER'],
        'How a user gets its row. `RANDOM`: any row, each time. `SEQUENTIAL`: the next row, each time. `PER_USER`: each new user takes the next row and keeps it until it leaves. Shards and their event loops divide the rows. After the last row the first row follows, and each segment of a long phase begins with the first row.',
      ),
    ),
    removeQuotes: flag('Accepted for old documents; quotes around a column are always removed.', true),
  },
  needs: 'file and columns, a mapping of column index to variable',
  check({ skipHeader, removeQuotes: _, ...body }, at, scope) {
    const saysHeader = skipHeader !== undefined;
    const rows = { ...body, skipHeader: skipHeader ?? false };
    const bytes = scope.needsFile(body.file, [...at, 'file']);
    if (bytes !== undefined) checkRows(bytes, { ...rows, saysHeader }, at, scope);
    return rows;
  },
  compile({ file, columns, order, ...options }, compiler) {
    const { variables, environment } = compiler;
    const targets = columns.map(({ index, variable }) => {
      const values: Value[] = [];
      return { index, values, write: variables.write(variable) };
    });
    let rows = 0;
    readCsv(new TextDecoder().decode(contentOf(file, environment)), options, {
      row(fields) {
        for (const { index, values } of targets) values.push(fields[index]);
        rows += 1;
      },
      problem(line, message) {
        throw new Error(`file '${file}' is not valid, line ${line}: ${message}`);
      },
    });
    const source = JSON.stringify([file, options]);
    const rowOf = compileOrder(order, { source, rows }, compiler);
    return [
      (session, sequence) => {
        const row = rowOf(session, sequence);
        for (const { values, write } of targets) write(session, sequence, values[row]);
        return true;
      },
    ];
  },
});

/**
 * Compiles the choice of rows. Event loops divide the rows: of n event loops, number k uses the rows k, k +
 * n, k + 2n and so on. So no row is used twice before every row was used once. After the last row, the first
 * row follows.
 */
function compileOrder(
  order: Order,
  { source, rows }: { readonly source: string; readonly rows: number },
  { random, environment, perSession }: SequenceCompiler,
): Read<number> {
  if (order === 'RANDOM') return () => (random.next() * rows) | 0;
  const { index, count } = environment.loop ?? { index: 0, count: 1 };
  let next = index - count;
  const take = (): number => {
    next = (next + count) % (rows * count);
    return next % rows;
  };
  // All steps of a user that read the same source get the same row.
  return order === 'PER_USER' ? perSession(take, `row of ${source}`) : take;
}

function parseColumns(raw: unknown, at: Path, scope: Scope): readonly Column[] | undefined {
  const columns = new Map<number, string>();
  let refused = false;
  for (const [key, value, place] of pairsOf(raw, at)) {
    const index = /^\d{1,9}$/.test(key) ? Number(key) : undefined;
    const variable = textOf(value);
    if (variable !== undefined) scope.writesVariable(variable, 'object', place);
    if (index === undefined || variable === undefined || columns.has(index)) {
      scope.findings.error(
        place,
        index !== undefined && columns.has(index)
          ? `column ${index} is already stored in the variable '${columns.get(index)}'`
          : `'${key}' is not the number of a column; write the number, counted from 0, in place of '${key}'`,
      );
      refused = true;
    } else columns.set(index, variable);
  }
  return refused ? undefined : [...columns].map(([index, variable]) => ({ index, variable }));
}
