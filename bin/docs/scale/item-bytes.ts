/**
 * The bytes of an item as DynamoDB counts them: names and texts in UTF-8, half a byte for each digit of a
 * number, three bytes for a list or map, and one byte for each of its members.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export const itemBytes = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + valueBytes(value), 0);

function valueBytes(value: unknown): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return Math.ceil((String(value).replace(/[-.]/g, '').length + 1) / 2) + 1;
  if (value === undefined) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const members = Array.isArray(value) || value instanceof Set ? [...value] : undefined;
  if (members !== undefined) return 3 + members.reduce((sum: number, each) => sum + 1 + valueBytes(each), 0);
  const entries = Object.entries(value as Record<string, unknown>);
  return 3 + entries.reduce((sum, [name, each]) => sum + 1 + name.length + valueBytes(each), 0);
}
