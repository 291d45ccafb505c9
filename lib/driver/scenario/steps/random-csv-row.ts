import { isUtf8 } from 'node:buffer';
import type { Path } from '../../document/problem.ts';
import { scenarios } from '../../limits.ts';
import type { Value } from '../../model/session.ts';
import { bodyOf, booleanOf, fieldsOf, textOf } from '../fields.ts';
import { contentOf } from '../files/content.ts';
import type { StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { type CsvOptions, readCsv } from './random-csv-row/csv.ts';

/** Which column, counted from 0, goes into which variable. */
type Column = { readonly index: number; readonly variable: string };
type Body = CsvOptions & { readonly file: string; readonly columns: readonly Column[] };

export const randomCsvRow: StepKind<Body> = {
  name: 'randomCsvRow',
  summary: 'Stores columns of a random row of a CSV file; the first line is a row like all others.',
  example: 'randomCsvRow: { file: users.csv, columns: { 0: user, 2: password } }',
  cost: 'Reads and parses the file once for each scenario and shard, and keeps the chosen columns of all rows in memory; a row costs one random number and a write for each column.',
  atError:
    'A broken row is refused when the document is read; a column that a row does not have unsets its variable.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const file = textOf(body.file);
    const separator = textOf(body.separator) ?? ',';
    const columns = parseColumns(body.columns, [...at, 'columns'], scope);
    const options = { separator, skipComments: booleanOf(body.skipComments, false) };
    if (file === undefined || body.columns === undefined)
      scope.findings.error(at, 'randomCsvRow needs file and columns, a mapping of column index to variable');
    const isSeparator = separator.length === 1 && !'"\r\n'.includes(separator);
    if (!isSeparator)
      scope.findings.error([...at, 'separator'], `separator must be one character, found '${separator}'`);
    if (file === undefined || !isSeparator || columns === undefined) return undefined;
    const bytes = scope.needsFile(file, [...at, 'file']);
    if (bytes !== undefined) checkRows(bytes, { file, columns, ...options }, at, scope);
    return { file, columns, ...options };
  },
  compile({ file, columns, ...options }, { variables, random, environment }) {
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
    return [
      (session, sequence) => {
        const row = (random.next() * rows) | 0;
        for (const { values, write } of targets) write(session, sequence, values[row]);
        return true;
      },
    ];
  },
};

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

/** Reports lines that are no rows, and columns that a row does not have: their variables are unset then. */
function checkRows(bytes: Uint8Array, { file, columns, ...options }: Body, at: Path, scope: Scope): void {
  const place = [...at, 'file'];
  if (!isUtf8(bytes)) {
    scope.findings.error(place, `file '${file}' is not UTF-8 text`, 'save it as UTF-8');
    return;
  }
  const widest = columns.reduce((most, { index }) => Math.max(most, index), 0);
  let rows = 0;
  let narrow: { readonly line: number; readonly fields: number } | undefined;
  let problems = 0;
  readCsv(new TextDecoder().decode(bytes), options, {
    row(fields, line) {
      rows += 1;
      if (fields.length <= widest) narrow ??= { line, fields: fields.length };
    },
    problem(line, message) {
      problems += 1;
      if (problems <= scenarios.fileProblemsMax)
        scope.findings.error(place, `file '${file}', line ${line}: ${message}`);
    },
  });
  if (problems > scenarios.fileProblemsMax)
    scope.findings.error(
      place,
      `file '${file}' has ${problems - scenarios.fileProblemsMax} further lines that are no rows`,
    );
  if (rows + problems === 0) scope.findings.error(place, `file '${file}' has no rows`);
  if (narrow !== undefined)
    scope.findings.warning(
      [...at, 'columns'],
      `file '${file}', line ${narrow.line} has ${narrow.fields} columns, none with index ${widest}: its variable is unset then`,
    );
}
