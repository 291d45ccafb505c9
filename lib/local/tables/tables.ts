import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import dynalite from 'dynalite';
import databases, { type Database, type Done } from 'dynalite/db/index.js';
import { tableKey } from '../../store/names.ts';
import { insufficientStorage } from '../data-folder/disk.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Credentials } from '../protocol/signature.ts';
import { readSignedBody } from '../protocol/signed-body.ts';

export type TablesOptions = {
  /** Directory of the database. One process at a time. */
  readonly dir: string;
  readonly credentials: Credentials;
  /** Names of the tables to have; created when absent, with the keys of `lib/store/names.ts`. */
  readonly tables: readonly string[];
  /** Called with errors that are this program's own fault. */
  readonly log?: (error: unknown) => void;
  /** Called once, when a write has failed: from then on nothing more is taken. */
  readonly failed?: (error: unknown) => void;
};

export type Tables = {
  /** Speaks the DynamoDB protocol. Not yet listening. */
  readonly server: Server;
  /** Writes back and closes the database; after the server. */
  readonly close: () => Promise<void>;
};

/** The part of a request that dynalite reads. */
type Call = Readable & Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
/** The part of a response that dynalite uses. */
type Answer = {
  statusCode: number;
  setHeader(name: string, value: string | number): unknown;
  end(text: string): unknown;
};
type Handle = (request: Call, response: Answer) => void;

/** DynamoDB tables on disk: dynalite behind a signature check. No transactions, no expiry, as dynalite has none. */
export async function openTables({ dir, credentials, tables, log, failed }: TablesOptions): Promise<Tables> {
  const ready = join(dir, 'tables-created');
  // A table whose creation was interrupted is never finished. Nothing was in it: start again.
  if (!existsSync(ready)) rmSync(dir, { recursive: true, force: true });
  const { engine, opened, fault } = openEngine(dir, failed);
  await opened();
  // Its own listener is the only way to call dynalite without a second server in front of it.
  const handle = engine.listeners('request')[0] as Handle;
  for (const name of tables) await ensureTable(handle, name, fault);
  if (!existsSync(ready)) writeFileSync(ready, '');
  const server = createServer((request, response) => {
    readSignedBody(request, 'dynamodb', credentials).then(
      (body) => handle(replay(request, body), response),
      (error: unknown) => refuse(request, response, error, log),
    );
  });
  return { server, close: () => closeEngine(engine) };
}

type Fault = () => unknown;

/** Dynalite hides its database and throws its errors where nobody can catch them, so the database is guarded. */
function openEngine(
  dir: string,
  failed?: (error: unknown) => void,
): { readonly engine: Server; readonly opened: () => Promise<unknown>; readonly fault: Fault } {
  const { create } = databases;
  let fault: Fault = () => undefined;
  let opened: () => Promise<unknown> = async () => undefined;
  databases.create = (options) => {
    const store = create(options);
    fault = guard(store.db, failed);
    opened = () => store.db.open();
    return store;
  };
  try {
    return { engine: dynalite({ path: dir, createTableMs: 0 }), opened, fault };
  } finally {
    databases.create = create;
  }
}

/**
 * Turns errors of the database into answers. After a write that failed, on a full disk for example, no other is taken
 * and none that is under way is acknowledged: behind the torn record the next start would not find it.
 */
function guard(database: Database, failed?: (error: unknown) => void): Fault {
  let fault: unknown;
  for (const name of ['put', 'del', 'batch'] as const) {
    const write = database[name].bind(database);
    database[name] = (...parameters) => {
      const done = parameters.at(-1);
      if (!isDone(done)) return write(...parameters);
      if (fault !== undefined) return setImmediate(done, answerOf(fault));
      return write(...parameters.slice(0, -1), (error: unknown) => {
        if (fault === undefined && error) failed?.(error);
        fault ??= error ?? undefined;
        done(fault === undefined ? null : answerOf(fault));
      });
    };
  }
  const read = database.get.bind(database);
  database.get = (key, done) =>
    isDone(done)
      ? read(key, (error, value) => done(error && !isNotFound(error) ? answerOf(error) : error, value))
      : read(key);
  return () => fault;
}

/** Without one the database answers with a promise. */
const isDone = (last: unknown): last is Done => typeof last === 'function';

const isNotFound = (error: unknown): boolean => error instanceof Error && error.name === 'NotFoundError';

/** An error that dynalite sends instead of throwing it. */
function answerOf(error: unknown): Error {
  const { status, code, message } =
    insufficientStorage(error) ?? new ProtocolError(500, 'InternalServerError');
  const body = { __type: `com.amazon.coral.service#${code}`, message };
  return Object.assign(new Error(message, { cause: error }), { statusCode: status, body });
}

async function ensureTable(handle: Handle, name: string, fault: Fault): Promise<void> {
  for (;;) {
    const { status, body } = await call(handle, 'DescribeTable', { TableName: name });
    if (status === 200 && tableStatus(body) === 'ACTIVE') return;
    if (status !== 200) await createTable(handle, name);
    if (fault() !== undefined) throw fault();
  }
}

async function createTable(handle: Handle, name: string): Promise<void> {
  const { partition, sort } = tableKey;
  const { status, body } = await call(handle, 'CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
  });
  if (status !== 200 && status !== 507) throw new Error(`The table ${name} could not be created: ${body}`);
}

const tableStatus = (body: string): string =>
  (JSON.parse(body) as { Table: { TableStatus: string } }).Table.TableStatus;

/** Calls an action without the network. */
function call(handle: Handle, action: string, parameters: object): Promise<{ status: number; body: string }> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${action}`,
    'x-amz-date': 'now',
    authorization: 'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c',
  };
  const body = Buffer.from(JSON.stringify(parameters));
  return new Promise((resolve) => {
    const response: Answer = {
      statusCode: 200,
      setHeader: () => undefined,
      end: (text) => resolve({ status: response.statusCode, body: text }),
    };
    handle(replay({ method: 'POST', url: '/', headers }, body), response);
  });
}

/**
 * The request with a body that is here already. Dynalite throws, where nobody can catch it, when a client goes
 * away in the middle of a body; with this one that cannot happen.
 */
function replay({ method, url, headers }: Pick<Call, 'method' | 'url' | 'headers'>, body: Buffer): Call {
  return Object.assign(Readable.from([body]), { method, url, headers });
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: TablesOptions['log'],
): void {
  const known = error instanceof ProtocolError;
  if (!known && !request.destroyed) log?.(error);
  const { status, code, message } = known ? error : new ProtocolError(500, 'InternalServerError');
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }));
}

/** Dynalite closes its database only together with its own server. */
async function closeEngine(engine: Server): Promise<void> {
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve, reject) => engine.close((error) => (error ? reject(error) : resolve())));
}
