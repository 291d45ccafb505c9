import type { Store } from 'dynalite/db/index.js';
import validations from 'dynalite/validations/index.js';
import { checked } from './actions.ts';
import { type Kind, type Request, writeInput } from './transaction-input.ts';

/**
 * Checks a transaction. Only the writes that are not plain are checked by dynalite, which compares every
 * value with a description of its type. That would take more time than the rest of the transaction.
 *
 * @throws the error of dynalite for the whole transaction.
 */
export function checkedTransaction(body: object, store: Store): Request {
  const { TransactItems: items, ClientRequestToken: token, ...others } = body as Record<string, unknown>;
  if (!isTransaction(items) || !isToken(token) || Object.keys(others).length > 0) return whole(body, store);
  const rest = new Set(items.filter((item) => !isPlainItem(item, store)));
  try {
    const found = rest.size === 0 ? [] : whole({ TransactItems: [...rest] }, store).TransactItems;
    const next = found.values();
    return {
      ...(body as Request),
      TransactItems: items.map((item) =>
        rest.has(item) ? next.next().value : item,
      ) as Request['TransactItems'],
    };
  } catch {
    // The error counts places in the whole transaction.
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
  const known = members[kind];
  if (known === undefined || !isObject(write)) return false;
  let found = 0;
  for (const name in write) {
    if (!Object.hasOwn(known, name) || known[name]?.(write[name], options.maxItemSize) !== true) return false;
    found += 1;
  }
  const { ConditionExpression: condition } = write;
  // Each write has its table, its key or item, and maybe a condition.
  if (found !== (condition === undefined ? 2 : 3)) return false;
  if (condition === undefined) return kind !== 'ConditionCheck';
  const parsed = parsedCondition(condition as string);
  write._condition = parsed;
  return parsed !== undefined;
}

type IsPlain = (value: unknown, bytesMax: number) => boolean;

const isTableName: IsPlain = (value) => typeof value === 'string' && /^[\w.-]{3,255}$/.test(value);
const isText: IsPlain = (value) => typeof value === 'string';
const isSmallMap: IsPlain = (value, bytesMax) => mapBytes(value) <= bytesMax;

const keyed = { TableName: isTableName, Key: isSmallMap, ConditionExpression: isText };
const members: Readonly<Partial<Record<Kind, Readonly<Record<string, IsPlain>>>>> = {
  Put: { TableName: isTableName, Item: isSmallMap, ConditionExpression: isText },
  Delete: keyed,
  ConditionCheck: keyed,
};

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

/** The limit of remembered conditions. Downpour writes few conditions without names and values. */
const conditionsMax = 100;
const conditions = new Map<string, unknown>();

/** The parsed form of a condition. Undefined for a wrong condition, and for one with names or values. */
function parsedCondition(text: string): unknown {
  const known = conditions.get(text);
  if (known !== undefined) return known;
  const parsed: { ConditionExpression: string; _condition?: unknown } = { ConditionExpression: text };
  if (validations.validateExpressions(parsed)) return undefined;
  if (conditions.size < conditionsMax) conditions.set(text, parsed._condition);
  return parsed._condition;
}
