import type { Item, Store } from 'dynalite/db/index.js';
import deleteItem from 'dynalite/validations/deleteItem.js';
import getItem from 'dynalite/validations/getItem.js';
import putItem from 'dynalite/validations/putItem.js';
import updateItem from 'dynalite/validations/updateItem.js';
import type { Input } from './actions.ts';

export type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get';

/** The members of a checked transaction, and of its operations, that are used here. */
export type Request = {
  readonly TransactItems: readonly Readonly<Partial<Record<Kind, Request>>>[];
  readonly TableName: string;
  readonly Item: Item;
  readonly Key: Item;
  readonly ConditionExpression?: string;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
};

/** The operation of an item in a transaction. Each item has only one. */
export function operationOf(item: Request['TransactItems'][number]): { kind: Kind; request: Request } {
  const [[kind, request] = []] = Object.entries(item) as [Kind, Request][];
  if (kind === undefined || request === undefined)
    throw new Error('a bug in Downpour: an item of the transaction has no operation');
  return { kind, request };
}

const text = { type: 'String' };
const needed = { type: 'String', notNull: true };

const shared = {
  TableName: putItem.types.TableName,
  ConditionExpression: text,
  ExpressionAttributeNames: putItem.types.ExpressionAttributeNames,
  ExpressionAttributeValues: putItem.types.ExpressionAttributeValues,
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};
const { Key } = updateItem.types;

const writes: Readonly<Partial<Record<Kind, Input>>> = {
  ConditionCheck: { types: { ...shared, Key, ConditionExpression: needed }, custom: deleteItem.custom },
  Put: { types: { ...shared, Item: putItem.types.Item }, custom: putItem.custom },
  Delete: { types: { ...shared, Key }, custom: deleteItem.custom },
  Update: { types: { ...shared, Key, UpdateExpression: needed }, custom: updateItem.custom },
};

const { TableName, ProjectionExpression, ExpressionAttributeNames, Key: read } = getItem.types;
const reads: Readonly<Partial<Record<Kind, Input>>> = {
  Get: {
    types: { TableName, Key: read, ProjectionExpression, ExpressionAttributeNames },
    custom: getItem.custom,
  },
};

export const writeInput: Input = {
  types: {
    ...itemsOf('TransactWriteItem', writes),
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
  },
  custom: (data: Request, store) =>
    problemOf(data, store, writes, 'TransactItems can only contain one of Check, Put, Update or Delete'),
};

export const readInput: Input = {
  types: itemsOf('TransactGetItem', reads),
  custom: (data: Request, store) => problemOf(data, store, reads, 'TransactItems can only contain Get'),
};

function itemsOf(name: string, inputs: Readonly<Partial<Record<Kind, Input>>>): Input['types'] {
  const kinds = Object.entries(inputs).map(([kind, { types }]) => [
    kind,
    { type: `ValueStruct<${kind}>`, children: types },
  ]);
  return {
    TransactItems: {
      type: 'List',
      notNull: true,
      lengthGreaterThanOrEqual: 1,
      lengthLessThanOrEqual: 100,
      children: { type: `ValueStruct<${name}>`, children: Object.fromEntries(kinds) },
    },
  };
}

/** Checks an operation and parses its expressions. Returns the error, or undefined. */
function problemOf(
  { TransactItems }: Request,
  store: Store,
  inputs: Readonly<Partial<Record<Kind, Input>>>,
  notOne: string,
): string | undefined {
  for (const item of TransactItems) {
    if (Object.keys(item).length !== 1) return notOne;
    const { kind, request } = operationOf(item);
    const problem = inputs[kind]?.custom?.(request as never, store);
    if (problem) return problem;
  }
  return undefined;
}
