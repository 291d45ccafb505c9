import type { FilterQueryResult } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Dialect } from '../../lib/results/query/dialect.ts';
import { checkUtf8, readBytes } from '../document/file.ts';

/** How a file is asked. */
export type FileQuery = {
  readonly array: boolean;
  readonly explain: boolean;
  readonly lenient?: boolean | undefined;
  /** As what runs that both dialects accept. */
  readonly dialect?: Dialect | undefined;
};

/**
 * The answer to a filter query about a JSON file, by the engine of the API but without one.
 * @throws DownpourError FILE_UNUSABLE or NOT_JSON (400).
 */
export async function queryFile(
  file: string,
  expression: string,
  { explain, dialect: common, ...reading }: FileQuery,
): Promise<FilterQueryResult> {
  const { Document, filterQuery } = await engine();
  const startedAt = performance.now();
  const bytes = await readBytes(file);
  checkUtf8(file, bytes);
  const document = new Document(bytes);
  try {
    const options = { ...reading, common, now: () => performance.now() };
    const { result, dialect } = filterQuery(expression, options, document);
    // SQL/JSON path says of a document that it is no JSON, but not where: JSONPath's reader does.
    if (result.sqlState === notJson) void document.lossless;
    if (!explain) return result;
    const milliseconds = performance.now() - startedAt;
    return { ...result, explain: { way: 'file', dialect, bytesRead: bytes.length, reads: 1, milliseconds } };
  } catch (error) {
    throw ofFile(file, error);
  }
}

/** PostgreSQL: invalid text representation. */
const notJson = '22P02';

/** Loaded late: `--help` needs none of it. */
async function engine() {
  const [document, query] = await Promise.all([
    import('../../lib/results/query/document.ts'),
    import('../../lib/results/query/filter-query.ts'),
  ]);
  return { ...document, ...query };
}

/** The engine speaks of a body, and a text longer than JavaScript's longest one is beyond it. */
function ofFile(file: string, cause: unknown): unknown {
  if (cause instanceof DownpourError)
    return new DownpourError(cause.code, 400, cause.message.replace(/^the body/, file), { cause });
  if ((cause as NodeJS.ErrnoException).code !== 'ERR_STRING_TOO_LONG') return cause;
  const message = `${file} is too large to be read at once; upload it and ask the run`;
  return new DownpourError('FILE_UNUSABLE', 400, message, { cause });
}
