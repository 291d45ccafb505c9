import { isUtf8 } from 'node:buffer';
import { numbered } from '../../../../words.ts';
import type { Path } from '../../../document/problem.ts';
import { scenarios } from '../../limits.ts';
import type { Scope } from '../../scope.ts';
import { type CsvOptions, readCsv } from './csv.ts';

/** A column of the file by its index (from 0), and the variable that gets its values. */
export type Column = { readonly index: number; readonly variable: string };

type Rows = CsvOptions & {
  readonly file: string;
  readonly columns: readonly Column[];
  /** True when the document declares whether the first line is a header. */
  readonly saysHeader: boolean;
};

/**
 * Reports problems of a CSV file: lines that are not rows, missing columns, and a first row that looks like a
 * header.
 */
export function checkRows(bytes: Uint8Array, rows: Rows, at: Path, scope: Scope): void {
  const { file, columns, saysHeader, ...options } = rows;
  const place = [...at, 'file'];
  if (!isUtf8(bytes)) {
    scope.findings.error(place, `file '${file}' is not UTF-8 text`, 'save the file as UTF-8');
    return;
  }
  const widest = columns.reduce((most, { index }) => Math.max(most, index), 0);
  const header = new HeaderGuess(columns);
  let others = otherSeparators;
  let count = 0;
  let narrow: { readonly line: number; readonly fields: number } | undefined;
  let problems = 0;
  readCsv(new TextDecoder().decode(bytes), options, {
    row(fields, line) {
      count += 1;
      header.row(fields, line);
      if (others.length > 0)
        others = fields.length === 1 ? others.filter((each) => fields[0]?.includes(each)) : [];
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
      `file '${file}' has ${numbered(problems - scenarios.fileProblemsMax, 'more invalid line')}; correct the lines above first`,
    );
  if (count + problems === 0) scope.findings.error(place, `file '${file}' has no rows`);
  const [other] = count === 0 ? [] : others;
  if (other !== undefined)
    scope.findings.warning(
      place,
      `file '${file}' has one column, and each line has ${shownSeparators[other]}, which may be the separator`,
      `write 'separator: "${other === '\t' ? '\\t' : other}"' if it is`,
    );
  else if (narrow !== undefined)
    scope.findings.warning(
      [...at, 'columns'],
      `file '${file}', line ${narrow.line} has only ${numbered(narrow.fields, 'column')}, so the variable for column ${widest} (counted from 0) gets no value`,
    );
  const found = saysHeader ? undefined : header.found();
  if (found !== undefined)
    scope.findings.warning(
      place,
      `file '${file}', line ${found.line} looks like a header (${found.text}), and Downpour uses it as a row`,
      "write 'skipHeader: true' to skip the header, or 'skipHeader: false' if the line is a row",
    );
}

/** Characters that often separate columns in files. A hint suggests them. */
const otherSeparators: readonly (keyof typeof shownSeparators)[] = [';', '\t', '|'];
const shownSeparators = { ';': "';'", '\t': 'a tab', '|': "'|'" } as const;

/**
 * Guesses whether the first row is a header with the names of the columns. It does so in three cases. First:
 * a field is the name of its variable. Second: all fields are words, and one of them is a usual column name.
 * Third: all fields are words, and all later fields of a column have digits or signs, as numbers, dates and
 * addresses have.
 */
class HeaderGuess {
  readonly #columns: readonly Column[];
  #first: { readonly line: number; readonly fields: readonly string[] } | undefined;
  #rows = 0;
  /** Columns in which all values after the first row have digits or signs. */
  #valued: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#valued = columns;
  }

  row(fields: readonly string[], line: number): void {
    if (this.#first === undefined) {
      this.#first = { line, fields: [...fields] };
      return;
    }
    this.#rows += 1;
    if (this.#valued.length > 0)
      this.#valued = this.#valued.filter(({ index }) => isValue(fields[index] ?? ''));
  }

  found(): { readonly line: number; readonly text: string } | undefined {
    if (this.#first === undefined || this.#rows === 0) return undefined;
    const { line, fields } = this.#first;
    const names = this.#columns.some(({ index, variable }) => isName(fields[index] ?? '', variable));
    const areWords =
      fields.every((field) => isWord(field) && field.trim().length > 1) &&
      new Set(fields).size === fields.length;
    const isTitle = this.#valued.length > 0 || fields.some((field) => usualTitle.test(field.trim()));
    if (!names && !(areWords && isTitle)) return undefined;
    const text = fields.slice(0, shownMax).join(', ');
    return { line, text: fields.length > shownMax ? `${text}, ...` : text };
  }
}

const shownMax = 5;

/** Words that are the name of a column in most files, and are rarely values. */
const usualTitle =
  /^(id|name|(first|last|full)[_ -]?name|e-?mail|user([_ -]?(name|id))?|login|pass(word|wd)|token)$/i;

const isWord = (text: string): boolean => /^\p{L}[\p{L}_. -]*$/u.test(text.trim());

const isValue = (text: string): boolean => /[\d@/:]/.test(text);

/**
 * True when a field is the name of its variable. Equal names of one or two letters may be chance, and do not
 * count.
 */
const isName = (field: string, variable: string): boolean =>
  plain(field).length > 2 && plain(field) === plain(variable);

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
