import { DownpourError } from '../../../lib/errors.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { piecesOf } from '../../../lib/results/json/value-spans.ts';

/**
 * Returns the first part of a document or of metadata that names a schema: the root, a member or an element.
 * The part has the same bytes as in the document.
 */
export function partOfRun({ id, schemas = [] }: RunRow, source: 0 | 1, uri: string, text: string): string {
  const place = schemas.find((each) => each.source === source && each.uri === uri);
  const what = source === 0 ? 'data' : 'metadata';
  if (place === undefined)
    throw new DownpourError('PART_NOT_FOUND', 404, `run ${id} has no ${what} of the schema ${uri}`);
  if (place.key === null) return text;
  const bytes = Buffer.from(text);
  const span = piecesOf(bytes, new Set([place.key])).inner.get(place.key);
  if (span === undefined)
    throw new Error(`run ${id} has no ${what} at ${place.key}, although the list of the run has this part`);
  return bytes.toString('utf8', span.start, span.end);
}
