import type { FilterQueryResult } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Dialect } from '../../lib/results/query/dialect.ts';
import { checkUtf8, readBytes } from '../files/read-file.ts';
import { nameInMessages } from '../terminal/file-name.ts';

/** The options of a query of a file. */
export type FileQuery = {
  readonly array: boolean;
  readonly explain: boolean;
  readonly lenient?: boolean | undefined;
  /** The query language for an expression that is valid in both languages. */
  readonly dialect?: Dialect | undefined;
};

/** Queries a document. */
export type QueryDocument = (expression: string, options: FileQuery) => FilterQueryResult;

/**
 * Reads a JSON file, or standard input for the name `-`, once. The returned function queries it with the
 * query engine of the API, but without an API.
 * @throws DownpourError FILE_UNUSABLE (400). The function throws NOT_JSON (400).
 */
export async function openFile(file: string): Promise<QueryDocument> {
  const [parts, bytes] = await Promise.all([engine(), readBytes(file)]);
  checkUtf8(file, bytes);
  return (expression, options) => queryBytes(parts, nameInMessages(file), bytes, expression, options);
}

function queryBytes(
  { Document, filterQuery, rootOf }: Awaited<ReturnType<typeof engine>>,
  file: string,
  bytes: Buffer,
  expression: string,
  { explain, dialect: common, ...reading }: FileQuery,
): FilterQueryResult {
  const startedAt = performance.now();
  const document = new Document(bytes);
  try {
    const options = { ...reading, common, now: () => performance.now() };
    const { result, dialect } = filterQuery(expression, options, document);
    // The engine of SQL/JSON path does not report where JSON is invalid. `rootOf` throws an error with the
    // position.
    if (result.sqlState === notJson) void rootOf(document);
    if (!explain) return result;
    const milliseconds = performance.now() - startedAt;
    return { ...result, explain: { way: 'file', dialect, bytesRead: bytes.length, reads: 1, milliseconds } };
  } catch (error) {
    throw ofFile(file, error);
  }
}

/** The SQLSTATE of invalid JSON, PostgreSQL's `invalid text representation`. */
const notJson = '22P02';

/** Loads the query engine. It is loaded late, because `--help` does not need it. */
async function engine() {
  const [document, jsonPath, query] = await Promise.all([
    import('../../lib/results/query/document.ts'),
    import('../../lib/results/query/jsonpath/json-path.ts'),
    import('../../lib/results/query/query-document.ts'),
  ]);
  return { ...document, ...query, rootOf: jsonPath.rootOf };
}

/**
 * Adapts an error of the engine to a file. The engine calls the document a body, and does not accept a text
 * longer than JavaScript's longest text.
 */
function ofFile(file: string, cause: unknown): unknown {
  if (cause instanceof DownpourError)
    return new DownpourError(cause.code, 400, cause.message.replace(/^the body/, file), { cause });
  if ((cause as NodeJS.ErrnoException).code !== 'ERR_STRING_TOO_LONG') return cause;
  const message = `${file} is too large to be read at once; upload it (\`downpour upload\`) and query the run`;
  return new DownpourError('FILE_UNUSABLE', 400, message, { cause });
}
