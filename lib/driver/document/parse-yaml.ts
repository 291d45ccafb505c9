import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { reading } from './limits.ts';
import { syntaxProblems, tooDeep } from './messages/yaml-errors.ts';
import { type DeclaredParameter, type Parameters, ParameterTable, type ParameterUse } from './parameter.ts';
import type { Path, Place, Problem } from './problem.ts';
import { templateOf, textOf } from './tree/aliases-and-tags.ts';
import { readTree } from './tree/tree.ts';

export type Reading = {
  /**
   * The document as plain data. Undefined when the text is not valid YAML or exceeds a bound. Parts that
   * could not be read are null.
   */
  readonly value: unknown;
  /**
   * Returns the place in the text of the member or item at a path. An absent member has the place of its
   * nearest parent.
   */
  readonly locate: (path: Path) => Place;
  /**
   * Returns the text of a scalar that YAML does not read as text, if its value would be written differently,
   * such as `1.10`. `pointer` is its JSON Pointer.
   */
  readonly writtenAt: (pointer: string) => string | undefined;
  /** JSON Pointers of the parts that could not be read. A finding has reported the cause of each. */
  readonly unread: ReadonlySet<string>;
  /** The parameters that the document uses. Absent when the document could not be read. */
  readonly parameters?: readonly DeclaredParameter[];
  /** Problems of syntax, aliases, tags, duplicate keys and parameters. */
  readonly findings: readonly Problem[];
};

/** Reads YAML or JSON and remembers the place of every part. Never throws for a wrong text. */
export function readDocument(text: string, parameters: Parameters = {}): Reading {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (text.length > reading.documentCharsMax) {
    return unreadable([atTheTop(`the document is longer than ${reading.documentCharsMax} characters`)]);
  }
  // By YAML 1.2 section 5.4, a carriage return alone ends a line. The library counts only line feeds, so
  // carriage returns are replaced.
  const source = text.replace(/\r(?!\n)/g, '\n');
  const document = parse(source, lines);
  if (document === undefined) {
    return unreadable([tooDeep]);
  }
  if (document.errors.length > 0) return unreadable(syntaxProblems(document, source, placeAt));
  const table = new ParameterTable(parameters);
  const { value, record } = readTree(document, table, placeAt);
  if (value === undefined) return unreadable(record.problems);
  const uses = parameterUses(document, placeAt);
  const unused = table
    .unused(uses.map(({ text: use }) => use))
    .map(({ message, hint }) => atTheTop(message, hint));
  const conflicts = table
    .conflicts(uses)
    .map(({ place, ...words }): Problem => ({ severity: 'warning', path: [], ...place, ...words }));
  return {
    value,
    locate: (path) => record.locate(path),
    writtenAt: (pointer) => record.written.get(pointer),
    unread: record.unread,
    parameters: table.declared,
    findings: [...record.problems, ...unused, ...conflicts],
  };
}

/** Lists each `!param` of a document in order, even those in a template that is never copied. */
function parameterUses(
  document: Document.Parsed,
  placeAt: (offset: number) => Place,
): readonly ParameterUse[] {
  const uses: ParameterUse[] = [];
  visit(document, {
    Scalar: (_key, node) => {
      if (templateOf(node)?.kind === 'param')
        uses.push({ text: textOf(node), place: placeAt(node.range?.[0] ?? 0) });
    },
  });
  return uses;
}

/**
 * Parses the text. Undefined when it is nested so deeply that the recursive YAML library exceeds the call
 * stack.
 */
function parse(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, merge: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const unreadable = (findings: readonly Problem[]): Reading => ({
  value: undefined,
  locate: () => ({ line: 1, column: 1 }),
  writtenAt: () => undefined,
  unread: new Set(),
  findings,
});

const atTheTop = (message: string, hint?: string): Problem => ({
  severity: 'error',
  path: [],
  line: 1,
  column: 1,
  message,
  ...(hint === undefined ? {} : { hint }),
});
