import { checkSchema } from '../document/check-schema.ts';
import { inOrder } from '../document/format-problems.ts';
import type { Parameters } from '../document/parameter.ts';
import { type Reading, readDocument } from '../document/parse-yaml.ts';
import { pathTo, pointerTo } from '../document/path.ts';
import { type Finding, Findings, type Problem } from '../document/problem.ts';
import type { Benchmark } from '../model/benchmark.ts';
import type { Files } from '../model/files.ts';
import { readBenchmark } from './document-members.ts';
import { CheckedDocument } from './valid-part.ts';

/**
 * Reads a benchmark document (YAML or JSON) and reports all its problems at once, in the order of the text.
 * It checks the syntax, the schema, and the rules that a schema cannot express. Such a rule is also checked
 * in a wrong document, on each part that is complete enough. `benchmark` is present exactly when no problem
 * is an error. Never throws for a wrong document.
 */
export function parseBenchmark(
  text: string,
  { parameters = {}, files, fileProblems }: ParseOptions = {},
): ParsedBenchmark {
  const reading = readDocument(text, parameters);
  if (reading.value === undefined) return { files: [], problems: inOrder(reading.findings), reading };
  const violations = checkSchema(reading.value, reading.writtenAt).filter(({ path }) =>
    isRead(path, reading),
  );
  const findings = new Findings();
  const unread = [...reading.unread].map((pointer) => pathTo(pointer, reading.value));
  const document = new CheckedDocument(
    reading.value,
    violations.map(({ path }) => path),
    unread,
  );
  const neededFiles = new Set<string>();
  const benchmark = readBenchmark({ document, findings, files, fileProblems, neededFiles });
  const placed = [...violations, ...findings.list].map((finding) => ({
    ...finding,
    ...reading.locate(finding.path),
  }));
  const problems = inOrder([...reading.findings, ...placed]);
  const found = { files: [...neededFiles], problems, reading };
  return problems.some(({ severity }) => severity === 'error') ? found : { benchmark, ...found };
}

export type ParseOptions = {
  readonly file?: string;
  readonly parameters?: Parameters;
  /**
   * The contents of the files that came with the document. Absent: the document is only read to find the
   * names of its files, which are not checked.
   */
  readonly files?: Files | undefined;
  /** For each file that Downpour could not read, by its path, the reason. */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
};

export type ParsedBenchmark = {
  readonly benchmark?: Benchmark;
  /**
   * Paths of the files that the document needs. Incomplete when Downpour could not read the whole document.
   */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /**
   * The values of the document and their places in the text, for further checks. Reading the document again
   * could take a second.
   */
  readonly reading: Reading;
};

/**
 * True when the path leads to a part that could be read. A part that could not be read gets no further
 * finding.
 */
const isRead = (path: Finding['path'], { unread }: Reading): boolean =>
  !path.some((_, index) => unread.has(pointerTo(path.slice(0, index + 1))));
