import { DownpourError } from '../errors.ts';
import type { Write } from '../repository/ports/table.ts';
import { grouped } from '../words.ts';

/** The most bytes that the names and values of an item may have together. */
const itemBytesMax = 400 * 1024;

/**
 * Rejects records that DynamoDB would reject as too large. DynamoDB counts bytes, while the limits of
 * requests count characters.
 * @throws DownpourError for the first record that is too large.
 */
export function refuseLargeRecords(writes: readonly Write[]): void {
  for (const write of writes)
    if ('put' in write && itemBytes(write.put) > itemBytesMax) throw recordTooLarge([write]);
}

/**
 * The approximate size of a value in bytes as DynamoDB counts it: names and texts in UTF-8, and bytes.
 * Numbers are short.
 */
export function itemBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + itemBytes(each), 0);
}

/**
 * The error for a record that is too large for an item. It names the longest text, which the user should
 * shorten.
 */
export function recordTooLarge(
  writes: readonly Write[],
  options: { readonly cause?: unknown } = {},
): DownpourError {
  const written = writes.map((write) =>
    'put' in write ? write.put : 'update' in write ? write.set : undefined,
  );
  const [longest] = written.flatMap((fields) => textsOf(fields)).sort((a, b) => b.bytes - a.bytes);
  const advice =
    longest &&
    `; shorten the longest text of the record, '${longest.path}', which has ${grouped(longest.bytes)} bytes`;
  const message = `the database stores records of at most ${grouped(itemBytesMax)} bytes, and this request would write a larger record${advice ?? '; send shorter values'}`;
  return new DownpourError('RECORD_TOO_LARGE', 400, message, options);
}

type LongText = { readonly path: string; readonly bytes: number };

function textsOf(value: unknown, path = ''): readonly LongText[] {
  if (typeof value === 'string') return [{ path, bytes: Buffer.byteLength(value) }];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, below(name)));
}
