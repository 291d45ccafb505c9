import batchGetItem from 'dynalite/actions/batchGetItem.js';
import batchWriteItem from 'dynalite/actions/batchWriteItem.js';
import createTable from 'dynalite/actions/createTable.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import deleteTable from 'dynalite/actions/deleteTable.js';
import describeTable from 'dynalite/actions/describeTable.js';
import getItem from 'dynalite/actions/getItem.js';
import listTables from 'dynalite/actions/listTables.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import scan from 'dynalite/actions/scan.js';
import updateItem from 'dynalite/actions/updateItem.js';
import type { Done, Store } from 'dynalite/db/index.js';
import batchGetItemInput from 'dynalite/validations/batchGetItem.js';
import batchWriteItemInput from 'dynalite/validations/batchWriteItem.js';
import createTableInput from 'dynalite/validations/createTable.js';
import deleteItemInput from 'dynalite/validations/deleteItem.js';
import deleteTableInput from 'dynalite/validations/deleteTable.js';
import describeTableInput from 'dynalite/validations/describeTable.js';
import getItemInput from 'dynalite/validations/getItem.js';
import validations, { type Custom, type Types } from 'dynalite/validations/index.js';
import listTablesInput from 'dynalite/validations/listTables.js';
import putItemInput from 'dynalite/validations/putItem.js';
import queryInput from 'dynalite/validations/query.js';
import scanInput from 'dynalite/validations/scan.js';
import updateItemInput from 'dynalite/validations/updateItem.js';

/** How dynalite checks the request of an action: the types of its members, and a check of its values. */
export type Input = { readonly types: Types; readonly custom?: Custom };

export type Action = {
  readonly input: Input;
  readonly run: (store: Store, data: object, done: Done) => void;
};

/** The actions of DynamoDB that Downpour uses and dynalite (an emulator of DynamoDB) supports. */
export const actions = {
  BatchGetItem: { input: batchGetItemInput, run: batchGetItem },
  BatchWriteItem: { input: batchWriteItemInput, run: batchWriteItem },
  CreateTable: { input: createTableInput, run: createTable },
  DeleteItem: { input: deleteItemInput, run: deleteItem },
  DeleteTable: { input: deleteTableInput, run: deleteTable },
  DescribeTable: { input: describeTableInput, run: describeTable },
  GetItem: { input: getItemInput, run: getItem },
  ListTables: { input: listTablesInput, run: listTables },
  PutItem: { input: putItemInput, run: putItem },
  Query: { input: queryInput, run: query },
  Scan: { input: scanInput, run: scan },
  UpdateItem: { input: updateItemInput, run: updateItem },
} satisfies Readonly<Record<string, Action>>;

/**
 * Checks and runs an action of DynamoDB.
 * @throws the error of dynalite, with `statusCode` and `body`.
 */
export function perform(store: Store, { input, run }: Action, body: object): Promise<object> {
  return running(run, store, checked(input, body, store));
}

/** Runs an operation of DynamoDB, such as PutItem, with a request whose members were already checked. */
export function running(run: Action['run'], store: Store, data: object): Promise<object> {
  return new Promise((resolve, reject) => {
    run(store, data, (error, value) => (error ? reject(error) : resolve(value as object)));
  });
}

/** Checks a request. Returns its known members, with parsed expressions. */
export function checked({ types, custom }: Input, body: object, store: Store): object {
  const data = validations.checkTypes(body, types);
  validations.checkValidations(data, types, custom, store);
  return data;
}
