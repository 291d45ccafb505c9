import type { Path } from '../../document/problem.ts';
import type { Read, Value } from '../../model/session.ts';
import { bodyOf, booleanOf, fieldsOf, textOf } from '../fields.ts';
import { contentOf } from '../files/content.ts';
import type { SequenceCompiler, StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { type Column, checkRows } from './random-csv-row/check.ts';
import { type CsvOptions, readCsv } from './random-csv-row/csv.ts';

/** How a user comes to its row. */
const orders = ['RANDOM', 'SEQUENTIAL', 'PER_USER'] as const;
type Order = (typeof orders)[number];

type Body = CsvOptions & {
  readonly file: string;
  readonly columns: readonly Column[];
  /** Absent: at random. */
  readonly order?: Exclude<Order, 'RANDOM'>;
};

export const randomCsvRow: StepKind<Body> = {
  name: 'randomCsvRow',
  summary:
    'Stores columns of a row of a CSV file: a random one, the next one each time (`order: SEQUENTIAL`), or one for each user (`order: PER_USER`).',
  example: 'randomCsvRow: { file: users.csv, columns: { 0: user, 2: password } }',
  cost: 'Reads and parses the file once for each scenario and shard, and keeps the chosen columns of all rows in memory; a row costs one random number or one count, and a write for each column.',
  atError:
    'A broken row is refused when the document is read; a column that a row does not have unsets its variable.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const file = textOf(body.file);
    const separator = textOf(body.separator) ?? ',';
    const columns = parseColumns(body.columns, [...at, 'columns'], scope);
    const options = {
      separator,
      skipComments: booleanOf(body.skipComments, false),
      skipHeader: booleanOf(body.skipHeader, false),
    };
    const order = orders.find((each) => each === textOf(body.order)) ?? 'RANDOM';
    if (file === undefined || body.columns === undefined)
      scope.findings.error(at, 'randomCsvRow needs file and columns, a mapping of column index to variable');
    const isSeparator = separator.length === 1 && !'"\r\n'.includes(separator);
    if (!isSeparator)
      scope.findings.error([...at, 'separator'], `separator must be one character, found '${separator}'`);
    if (file === undefined || !isSeparator || columns === undefined) return undefined;
    const bytes = scope.needsFile(file, [...at, 'file']);
    const saysHeader = body.skipHeader !== undefined;
    if (bytes !== undefined) checkRows(bytes, { file, columns, saysHeader, ...options }, at, scope);
    return { file, columns, ...options, ...(order === 'RANDOM' ? {} : { order }) };
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
        throw new Error(`file '${file}' was not checked before compilation: line ${line}: ${message}`);
      },
    });
    const source = JSON.stringify([file, options]);
    const rowOf = compileOrder(order ?? 'RANDOM', { source, rows }, compiler);
    return [
      (session, sequence) => {
        const row = rowOf(session, sequence);
        for (const { values, write } of targets) write(session, sequence, values[row]);
        return true;
      },
    ];
  },
};

/**
 * Event loops take turns: of n, the k-th takes the rows k, k + n, k + 2n, ..., so that no row comes twice
 * before all have come once. Behind the last row the first one follows.
 */
function compileOrder(
  order: Order,
  { source, rows }: { readonly source: string; readonly rows: number },
  { random, environment, perSession }: SequenceCompiler,
): Read<number> {
  if (order === 'RANDOM') return () => (random.next() * rows) | 0;
  const { builtIns } = environment;
  const loops = Number(builtIns['hyperfoil.global.threads'] ?? 1);
  let next = Number(builtIns['hyperfoil.global.thread.id'] ?? 0) - loops;
  const take = (): number => {
    next = (next + loops) % (rows * loops);
    return next % rows;
  };
  // All steps of a user that read one source get the same row of it.
  return order === 'PER_USER' ? perSession(take, `row of ${source}`) : take;
}

function parseColumns(raw: unknown, at: Path, scope: Scope): readonly Column[] | undefined {
  const columns = new Map<number, string>();
  let refused = raw === undefined;
  for (const [key, value, place] of columnsOf(raw, at)) {
    const index = /^\d{1,9}$/.test(key) ? Number(key) : undefined;
    const variable = textOf(value);
    if (variable !== undefined) scope.writesVariable(variable, 'object', place);
    if (index === undefined || variable === undefined || columns.has(index)) {
      scope.findings.error(
        place,
        index !== undefined && columns.has(index)
          ? `column ${index} goes into '${columns.get(index)}' already`
          : `'${key}' is no index of a column, counted from 0`,
      );
      refused = true;
    } else columns.set(index, variable);
  }
  return refused ? undefined : [...columns].map(([index, variable]) => ({ index, variable }));
}

/** A mapping or a list of mappings, with the place of each entry. */
const columnsOf = (raw: unknown, at: Path): readonly (readonly [string, unknown, Path])[] =>
  Array.isArray(raw)
    ? raw.flatMap((item: unknown, number) =>
        Object.entries(fieldsOf(item) ?? {}).map(
          ([key, value]) => [key, value, [...at, number, key]] as const,
        ),
      )
    : Object.entries(fieldsOf(raw) ?? {}).map(([key, value]) => [key, value, [...at, key]] as const);
