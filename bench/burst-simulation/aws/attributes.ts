/** Converts the values of the document client to DynamoDB's own JSON. */

export type Attribute = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, Attribute>>;
export type Plain = Readonly<Record<string, unknown>>;

export const marshalled = (item: Plain): Attributes =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, attributeOf(value)]),
  );

export const plain = (item: Attributes): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, plainOf(attribute)]));

function attributeOf(value: unknown): Attribute {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' || typeof value === 'bigint') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (!(value instanceof Set)) return { M: marshalled(value as Plain) };
  const all = [...value] as (string | number)[];
  return typeof all[0] === 'number' ? { NS: all.map(String) } : { SS: all };
}

function plainOf(attribute: Attribute): unknown {
  const [[type, value] = []] = Object.entries(attribute);
  switch (type) {
    case 'NULL':
      return null;
    case 'N':
      return Number(value);
    case 'B':
      return Buffer.from(String(value), 'base64');
    case 'L':
      return (value as Attribute[]).map(plainOf);
    case 'M':
      return plain(value as Attributes);
    case 'SS':
      return new Set(value as string[]);
    case 'NS':
      return new Set((value as string[]).map(Number));
    default:
      return value;
  }
}
