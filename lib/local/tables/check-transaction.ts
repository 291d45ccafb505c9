import type { Store } from 'dynalite/db/index.js';
import { checked } from './actions.ts';
import { parsedExpressions } from './plain-expressions.ts';
import { type Kind, type Request, writeInput } from './transaction-input.ts';

/**
 * Checks a transaction. Writes that `isPlainWrite` accepts are not checked again by dynalite, which compares
 * every value with a description of its type. That would take more time than the rest of the transaction.
 * @throws the error of dynalite for the whole transaction.
 */
export function checkedTransaction(body: object, store: Store): Request {
  const { TransactItems: items, ClientRequestToken: token, ...others } = body as Record<string, unknown>;
  if (!isTransaction(items) || !isToken(token) || Object.keys(others).length > 0) return whole(body, store);
  const rest = new Set(items.filter((item) => !isPlainItem(item, store)));
  try {
    const found = rest.size === 0 ? [] : whole({ TransactItems: [...rest] }, store).TransactItems;
    const next = found.values();
    const all = items.map((item) => (rest.has(item) ? next.next().value : item)) as Request['TransactItems'];
    return { ...(body as Request), TransactItems: all };
  } catch {
    // Dynalite must check the whole transaction, because its error contains the index of the faulty write.
    return whole(body, store);
  }
}

const whole = (body: object, store: Store): Request => checked(writeInput, body, store) as Request;

const isTransaction = (items: unknown): items is readonly unknown[] =>
  Array.isArray(items) && items.length > 0 && items.length <= 100;

const isToken = (token: unknown): boolean =>
  token === undefined || (typeof token === 'string' && token.length > 0 && token.length <= 36);

function isPlainItem(item: unknown, store: Store): boolean {
  if (!isObject(item)) return false;
  const [kind = '', ...others] = Object.keys(item);
  return others.length === 0 && isPlainWrite(kind as Kind, item[kind], store);
}

/**
 * Recognises a write in which dynalite finds no mistake and changes no value. The write gets its parsed
 * condition.
 *
 * @returns false when dynalite must check the write. The write may be valid.
 */
export function isPlainWrite(kind: Kind, write: unknown, { options }: Store): write is Request {
  const known = Object.hasOwn(members, kind) ? members[kind] : undefined;
  if (known === undefined || !isObject(write)) return false;
  for (const name in write) {
    const isPlain = Object.hasOwn(known, name) ? known[name] : allowed.get(name);
    if (!isPlain?.(write[name], options.maxItemSize)) return false;
  }
  for (const name in known) if (write[name] === undefined) return false;
  const parsed = parsedExpressions(write);
  if (parsed === undefined) return false;
  Object.assign(write, parsed);
  return true;
}

type IsPlain = (value: unknown, bytesMax: number) => boolean;

const isTableName: IsPlain = (value) => typeof value === 'string' && /^[\w.-]{3,255}$/.test(value);
const isText: IsPlain = (value) => typeof value === 'string';
const isSmallMap: IsPlain = (value, bytesMax) => mapBytes(value) <= bytesMax;

/** The members that a write of a kind must have. */
const members: Readonly<Partial<Record<Kind, Readonly<Record<string, IsPlain>>>>> = {
  Put: { TableName: isTableName, Item: isSmallMap },
  Update: { TableName: isTableName, Key: isSmallMap, UpdateExpression: isText },
  Delete: { TableName: isTableName, Key: isSmallMap },
  ConditionCheck: { TableName: isTableName, Key: isSmallMap, ConditionExpression: isText },
};
/** The members that a write of every kind may have. */
const allowed: ReadonlyMap<string, IsPlain> = new Map([
  ['ConditionExpression', isText],
  [
    'ExpressionAttributeNames',
    (names) => isObject(names) && Object.values(names).every((name) => typeof name === 'string'),
  ],
  ['ExpressionAttributeValues', isSmallMap],
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An upper bound of the bytes of a map of attributes. Infinite when dynalite must check the map. */
function mapBytes(map: unknown): number {
  if (!isObject(map)) return Number.POSITIVE_INFINITY;
  let bytes = 3;
  for (const name in map)
    bytes += name === '__proto__' ? Number.POSITIVE_INFINITY : 1 + 3 * name.length + valueBytes(map[name]);
  return bytes;
}

/**
 * An upper bound of the bytes of an attribute. Infinite when dynalite must check the attribute: sets, numbers
 * that it writes in another way, and mistakes.
 */
function valueBytes(attribute: unknown): number {
  if (!isObject(attribute)) return Number.POSITIVE_INFINITY;
  let type: string | undefined;
  for (const name in attribute) {
    if (type !== undefined) return Number.POSITIVE_INFINITY;
    type = name;
  }
  const value = attribute[type ?? ''];
  if (type === 'S' && typeof value === 'string') return 3 * value.length;
  if (type === 'N' && typeof value === 'string' && isUsualNumber(value)) return value.length + 2;
  if ((type === 'BOOL' && typeof value === 'boolean') || (type === 'NULL' && value === true)) return 1;
  if (type === 'L' && Array.isArray(value)) return value.reduce((sum, each) => sum + 1 + valueBytes(each), 3);
  if (type === 'M') return mapBytes(value);
  if (type === 'B' && typeof value === 'string' && isBase64(value)) return value.length;
  return Number.POSITIVE_INFINITY;
}

/** Whether a number is within the bounds of DynamoDB, and written as DynamoDB returns it. */
const isUsualNumber = (text: string): boolean =>
  text.length <= 38 && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && text !== '-0';

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;
