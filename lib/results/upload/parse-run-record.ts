import type { Requests } from '../../api.generated.ts';
import type { Principal } from '../access.ts';
import { piecesOf } from '../json/value-spans.ts';
import { timeForms } from '../time.ts';
import { parseUpload } from './upload.ts';
import { boundedDescription, isPath, type RunDraft, refused } from './upload-parameters.ts';

/** The record of a run in a request. */
export type RunRecord = Requests['run-upload-record']['body'];

/** Query parameters of an upload of a record. A parameter overrides the member of the body. */
export type RecordParameters = { readonly owner?: string | undefined; readonly access?: string | undefined };

/**
 * Converts a record of a run to a draft. The document and the metadata keep their bytes, so that no digit is
 * lost.
 *
 * @param test name of the test.
 * @param bytes the text of the record.
 * @throws DownpourError with status 400, and 413 for a document over the limit.
 */
export function parseRecord(
  caller: Principal,
  test: string,
  query: RecordParameters,
  record: RunRecord,
  bytes: Uint8Array,
): RunDraft {
  const { inner } = piecesOf(bytes, new Set(['data', 'metadata']));
  const member = (name: 'data' | 'metadata'): Uint8Array | undefined => {
    const span = inner.get(name);
    return span && record[name] !== null ? bytes.subarray(span.start, span.end) : undefined;
  };
  const data = member('data');
  if (data === undefined)
    throw refused(
      'NO_DATA',
      'No data! The member data is missing: send the JSON document of the run in this member.',
    );
  const parameters = {
    test,
    start: timeOf(record, 'start'),
    stop: timeOf(record, 'stop'),
    owner: query.owner ?? record.owner ?? undefined,
    access: query.access ?? record.access?.toString(),
  };
  const draft = parseUpload(caller, parameters, { data, metadata: member('metadata') });
  const { description = null } = record;
  return { ...draft, test, description: description === null ? null : boundedDescription(description) };
}

/** The times of a record are values; a path is not allowed. */
function timeOf(record: RunRecord, which: 'start' | 'stop'): string {
  const value = record[which]?.toString() ?? '';
  if (!isPath(value.trim())) return value;
  throw refused(
    `${which.toUpperCase()}_INVALID`,
    `Cannot parse ${which} time from ${value}: the body of this request accepts no JSONPath here, so send ${timeForms}`,
  );
}
