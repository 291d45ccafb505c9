import type { RunOutcome } from '../../api.generated.ts';
import { parseText } from '../json/parse-bounded-depth.ts';
import { queryRun, type RunSource } from '../query/query-run.ts';
import type { Member, RunIndex } from '../run-index/index-types.ts';
import type { ReadRange } from '../run-index/open-index.ts';
import { runOutcome } from '../run-outcome.ts';
import { uploadLimits } from './limits.ts';
import type { LookUp } from './upload-parameters.ts';

/** A stored document, too large for memory, with its index. */
export type StoredDocument = {
  readonly document: ReadRange;
  /** The bytes of the index, and the open index. */
  readonly bytes: ReadRange;
  readonly index: RunIndex;
};

/**
 * Evaluates paths by reading parts of the document. The results are then available without waiting, as
 * `lookUp` returns them for a document in memory.
 */
export async function lookUpStored(
  { document, bytes, index }: StoredDocument,
  paths: readonly string[],
  now: () => number,
): Promise<LookUp> {
  const source: RunSource = {
    documentBytes: index.documentBytes,
    document,
    index: bytes,
    openIndex: async () => index,
    kept: () => undefined,
    keep: () => undefined,
  };
  const found = new Map<string, ReturnType<LookUp>>();
  for (const path of new Set(paths)) {
    const { result } = await queryRun(path, { array: true, common: 'jsonpath', now }, source);
    found.set(
      path,
      result.valid ? { values: JSON.parse(result.value ?? '[]') } : { reason: String(result.reason) },
    );
  }
  return (path) => found.get(path) ?? { reason: 'a bug in Downpour: this path was not read' };
}

/**
 * The members of a run document from which its outcome is read. A document that lacks one of the first three
 * has no outcome.
 */
const membersNeeded = ['info', 'state', 'stats'];
const membersRead = [...membersNeeded, 'total', 'plan', 'reason', 'failures'];

/**
 * The outcome of the document for lists; undefined for another kind of document, or if its members are too
 * large to read.
 */
export async function outcomeStored({ document, index }: StoredDocument): Promise<RunOutcome | undefined> {
  const members = (index.members ?? []).filter(({ name }) => membersRead.includes(name));
  const bytes = members.reduce((sum, { start, end }) => sum + end - start, 0);
  const isRun = membersNeeded.every((needed) => members.some(({ name }) => name === needed));
  if (!isRun || bytes > uploadLimits.uploadBytesMax) return undefined;
  const values = await Promise.all(
    members.map(async (member) => [member.name, await value(document, member)]),
  );
  return runOutcome(Object.fromEntries(values));
}

async function value(document: ReadRange, { start, end }: Member): Promise<unknown> {
  const bytes = await document(start, end);
  if (bytes === undefined) throw new Error('the bucket has no document of this run');
  return parseText(bytes);
}
