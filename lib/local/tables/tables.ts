import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Store } from 'dynalite/db/index.js';
import { tableKey } from '../../names/key-format.ts';
import type { InProcessReply, InProcessService } from '../../store/sdk/in-process.ts';
import { tablesCreatedIn } from '../data-folder/folder-checks.ts';
import { datelessServer } from '../protocol/dateless-server.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Credentials } from '../protocol/signature.ts';
import { readSignedBody } from '../protocol/signed-body.ts';
import { actions, perform, running } from './actions.ts';
import { isPlainWrite } from './check-transaction.ts';
import { closeDatabase, type Fault, openDatabase } from './database.ts';
import { lostBytes } from './lost-bytes.ts';
import { RequestTokens } from './request-tokens.ts';
import { transactGet, transactWrite } from './transactions.ts';

export type TablesOptions = {
  /** The directory of the database. Only one process may use it at a time. */
  readonly dir: string;
  readonly credentials: Credentials;
  /** The names of the tables; created when absent, with the keys of `lib/names`. */
  readonly tables: readonly string[];
  /** Called with internal errors of the server. */
  readonly log?: (error: unknown) => void;
  /** Called once, after a failed write. No more writes are accepted then. */
  readonly failed?: (error: unknown) => void;
};

export type Tables = {
  /** The server of the DynamoDB protocol, which does not listen yet. */
  readonly server: Server;
  /** Answers a call of the DynamoDB protocol without a socket and without a signature. */
  readonly call: InProcessService['call'];
  /** Waits for running writes and closes the database. Close the server first. */
  readonly close: () => Promise<void>;
};

/** Runs an action by its name and returns the answer. */
type Perform = (name: string, body: object) => Promise<object>;

/**
 * DynamoDB tables on disk. The protocol and the transactions are implemented here, and the rest is the
 * package dynalite, an emulator of DynamoDB. Items never expire, because dynalite has no expiry.
 */
export async function openTables(options: TablesOptions): Promise<Tables> {
  const tables = beginTables(options);
  await tables.opened;
  return tables;
}

/** Tables that are being opened. */
export type BegunTables = Tables & {
  /** Resolves when the tables are open, with the bytes of damaged records that are lost. */
  readonly opened: Promise<number>;
};

/** Begins to open tables. Calls wait until the tables are open, so the server may listen at once. */
export function beginTables(options: TablesOptions): BegunTables {
  const { credentials, log } = options;
  const opening = open(options);
  const call = async (target: string, body: string): Promise<InProcessReply> => {
    const { answer } = await opening;
    return { status: 200, headers: {}, body: JSON.stringify(await answer(actionOf(target), parsed(body))) };
  };
  const server = datelessServer((request, response) => {
    readSignedBody(request, 'dynamodb', credentials)
      .then((body) => call(String(request.headers['x-amz-target']), body.toString()))
      .then(
        (reply) => send(response, reply),
        (error: unknown) => send(response, refusal(error, request.destroyed ? undefined : log)),
      );
  });
  return {
    server,
    call: ({ headers, body }) =>
      call(String(headers['x-amz-target']), Buffer.from(body).toString()).catch((error: unknown) =>
        refusal(error, log),
      ),
    // Without a database there is nothing to close, and `opened` has the reason.
    close: () =>
      opening.then(
        ({ store }) => closeDatabase(store),
        () => undefined,
      ),
    opened: opening.then(({ lost }) => lost),
  };
}

type Opened = { readonly store: Store; readonly answer: Perform; readonly lost: number };

async function open({ dir, tables, failed }: TablesOptions): Promise<Opened> {
  const ready = tablesCreatedIn(dir);
  // A directory whose creation was interrupted has no data, so it is deleted and created again.
  if (!existsSync(ready)) rmSync(dir, { recursive: true, force: true });
  const { store, fault } = await openDatabase(dir, failed);
  const lost = lostBytes(dir);
  const answer = performer(store);
  for (const name of tables) await ensureTable(answer, name, fault);
  if (!existsSync(ready)) writeFileSync(ready, '');
  return { store, answer, lost };
}

/**
 * The names of the tables in a directory that no process uses. Empty when the creation of the directory was
 * interrupted.
 */
export async function tableNames(dir: string): Promise<readonly string[]> {
  if (!existsSync(tablesCreatedIn(dir))) return [];
  const { store } = await openDatabase(dir);
  try {
    const { TableNames } = (await perform(store, actions.ListTables, {})) as { TableNames: string[] };
    return TableNames;
  } finally {
    await closeDatabase(store);
  }
}

function performer(store: Store): Perform {
  const tokens = new RequestTokens();
  return async (name, body) => {
    if (name === 'TransactGetItems') return transactGet(store, body);
    if (name === 'TransactWriteItems') {
      const { ClientRequestToken, TransactItems } = body as Record<string, unknown>;
      const token = typeof ClientRequestToken === 'string' ? ClientRequestToken : undefined;
      return tokens.once(token, TransactItems, () => transactWrite(store, body));
    }
    if (!Object.hasOwn(actions, name)) throw new ProtocolError(400, 'UnknownOperationException');
    const action = actions[name as keyof typeof actions];
    return name === 'PutItem' && isPlainWrite('Put', body, store)
      ? running(action.run, store, body)
      : perform(store, action, body);
  };
}

const prefix = 'DynamoDB_20120810.';

function actionOf(target: string): string {
  return target.startsWith(prefix) ? target.slice(prefix.length) : '';
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProtocolError(400, 'SerializationException');
}

async function ensureTable(answer: Perform, name: string, fault: Fault): Promise<void> {
  const { TableNames } = (await answer('ListTables', {})) as { TableNames: string[] };
  if (!TableNames.includes(name)) await createTable(answer, name);
  for (;;) {
    const { Table } = (await answer('DescribeTable', { TableName: name })) as {
      Table: { TableStatus: string };
    };
    if (Table.TableStatus === 'ACTIVE') return;
    if (fault() !== undefined) throw fault();
  }
}

async function createTable(answer: Perform, name: string): Promise<void> {
  const { partition, sort } = tableKey;
  await answer('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
  });
}

function send(response: ServerResponse, { status, body }: InProcessReply): void {
  const text = Buffer.from(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': text.length,
    'x-amzn-requestid': crypto.randomUUID(),
  });
  response.end(text);
}

/** An error of dynalite, which contains its answer. */
type Answered = Error & { readonly statusCode: number; readonly body: object };
const isAnswered = (error: unknown): error is Answered =>
  error instanceof Error && 'statusCode' in error && 'body' in error;

function refusal(error: unknown, log: TablesOptions['log']): InProcessReply {
  if (isAnswered(error)) {
    if (error.statusCode === 500) log?.(error.cause ?? error);
    return { status: error.statusCode, headers: {}, body: JSON.stringify(error.body) };
  }
  const isKnown = error instanceof ProtocolError;
  if (!isKnown) log?.(error);
  const { status, code, message } = isKnown ? error : new ProtocolError(500, 'InternalServerError');
  return {
    status,
    headers: {},
    body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }),
  };
}
