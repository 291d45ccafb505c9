import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { type Cors, corsOf } from '../cors.ts';
import { DownpourError } from '../errors.ts';
import { objectExpiry, uploadDays } from '../facts/retention.ts';
import { routeKeys } from '../functions/routes.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { functions as projectFunctions } from '../functions.ts';
import { defaultService, environment as names } from '../names/environment.ts';
import { firstKeyId, identityKey } from '../names/identity-keys.ts';
import type { InProcessService } from '../store/sdk/in-process.ts';
import { hasAdminKey, keepAdminKey } from './data-folder/admin-key.ts';
import { lockData } from './data-folder/data-lock.ts';
import { dataRefusal } from './data-folder/disk-errors.ts';
import { closeFolders, isNew, objectsIn, tablesIn } from './data-folder/folder-checks.ts';
import { judgeFormat } from './data-format.ts';
import { countsUsers } from './function-host/groups.ts';
import type { FunctionHost } from './function-host/host.ts';
import type { ErrorShape } from './function-host/messages.ts';
import { createGateway, type Identity } from './gateway/gateway.ts';
import { type HeldBursts, holdBursts } from './gateway/held-bursts.ts';
import { type InsideObjects, publicObjects } from './gateway/public-objects.ts';
import { type Logs, openLogs } from './log-files.ts';
import { createObjectStore } from './object-store/server.ts';
import { closeServer, listen } from './protocol/listen.ts';
import { commonDialectOf } from './query-dialect.ts';
import { createQueuesEndpoint } from './queues/endpoint.ts';
import { localQueues } from './queues/queues.ts';
import { createSchedulerEndpoint } from './scheduler/endpoint.ts';
import { localScheduler } from './scheduler/local-scheduler.ts';
import type { Missed } from './scheduler/scheduler.ts';
import { type BegunFunctions, beginFunctions, type FunctionsOptions } from './start-functions.ts';
import { burstMachine, prewarmBurst } from './state-machine/burst-machine.ts';
import { createStepFunctionsEndpoint } from './state-machine/endpoint.ts';
import {
  invokeStop,
  type StopMachine,
  stopMachine,
  stopRoute,
} from './state-machine/express/stop-machine.ts';
import { localTasks } from './state-machine/fargate-tasks.ts';
import { beginTables } from './tables/tables.ts';
import { accessKeyId, bucket, tables, variables } from './variables.ts';

export type CloudOptions = FunctionsOptions & {
  /** The port of the API on 127.0.0.1; 0 or absent: any free port. */
  readonly port?: number;
  /** The certificate and key of the API on `port`. Plain HTTP then uses a free port. */
  readonly tls?: Identity | undefined;
  /** Origins of pages that may call the API (lib/cors.ts); absent: `*`, pages of every origin may read. */
  readonly corsOrigins?: string | undefined;
  /**
   * The functions of this cloud, when the caller has already started them and will end them. Absent: the
   * cloud starts and ends its own.
   */
  readonly begun?: BegunFunctions | undefined;
  /** Called when the cloud must build its bundles, which takes seconds. */
  readonly building?: (() => void) | undefined;
};

export type Cloud = {
  /** The root of the API, without a slash at the end. */
  readonly url: string;
  /** The root of the API over TLS. Absent when the options have no certificate. */
  readonly secureUrl?: string;
  /** The file with the first administrator key. Only its owner can read it (mode 600). */
  readonly adminKeyFile: string;
  /**
   * The `AWS_*` and `DOWNPOUR_*` variables of the functions. An SDK client with these variables uses the same
   * stores.
   */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Invokes a function and returns its result.
   * @throws DownpourError `FUNCTION_FAILED`, with Lambda's form of an error as details.
   */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Resolves when the state machine of a burst has ended. Rejects for a burst that was never started. */
  readonly ended: (burst: string) => Promise<unknown>;
  /** The times of schedules that passed while no lasting cloud was running. */
  readonly missed: readonly Missed[];
  /** The bytes of damaged records that the tables lost. 0 when the tables were not damaged. */
  readonly lostBytes: number;
  /**
   * Aborts with a DownpourError when the tables can store nothing more. The caller must close the cloud then.
   */
  readonly fault: AbortSignal;
  /**
   * Ends bursts and their load at once, waits for requests and functions, and closes the stores. The next
   * start cleans up interrupted bursts.
   */
  readonly close: () => Promise<void>;
};

const requestGraceMs = 5000;
const storeGraceMs = 500;

/**
 * Starts a whole cloud on this machine: object store, tables, state machine, functions and HTTP API, all on
 * the loopback. The data is in one directory, and survives a kill at any time.
 *
 * @throws DownpourError `DATA_IN_USE` (409), `FUNCTION_MISSING`, `STATE_MACHINE_REFUSED`, `PORT_UNUSABLE`
 *   (409), `DATA_FORMAT` (409), `DATA_UNUSABLE` (400), `DIALECT_UNKNOWN` (400), `PUBLIC_URL_INVALID` (400),
 *   `DISK_FULL` (507).
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  try {
    return await open(options);
  } catch (error) {
    throw dataRefusal(error, options.dataDir) ?? error;
  }
}

async function open(options: CloudOptions): Promise<Cloud> {
  // An unknown query language must fail before anything is opened.
  commonDialectOf(process.env);
  const functions: readonly FunctionSpec[] = options.functions ?? projectFunctions;
  const fault = new AbortController();
  await using opening = new AsyncDisposableStack();
  const site = openSite(options, opening, fault);
  await judgeFormat(site.dataDir);
  const begun = options.begun ?? opening.use(beginFunctions(options));
  const { bundles } = begun;
  const { drives } = options;
  // An error is ignored here. The code below reports functions that cannot start.
  if (drives !== undefined) begun.host.then((host) => prewarmBurst(host, drives)).catch(() => undefined);
  void bundles.built.then((isBuilt) => isBuilt && options.building?.());
  const adminKeyFile = join(site.dataDir, 'admin.key');
  const isFirst = !hasAdminKey(adminKeyFile) || (await isNew(site.dataDir));
  const { s3, objectServer, dynamodb, opened: storesOpened } = await beginStores(site);
  const tasks = localTasks({
    entry: async () => join(await bundles.folder, 'driver/drive/task.mjs'),
    environment: () => environment,
    logDir: site.logs.dir,
  });
  opening.defer(tasks.close);
  const burst = burstMachine({
    tasks,
    journal: join(site.dataDir, 'executions.jsonl'),
    host: () => host,
    record: site.logs.record,
    log: site.logs.error,
    regions: playedRegions(options),
  });
  const { executions, otherRegions } = burst;
  const sfn = await serve(
    opening,
    createStepFunctionsEndpoint({ executions, otherRegions, ...site.service }),
  );
  const scheduling = localScheduler({
    dataDir: site.dataDir,
    host: () => host,
    log: site.logs.error,
    recurring: options.lasting === true,
  });
  const { schedules } = scheduling;
  const scheduler = await serve(opening, createSchedulerEndpoint({ schedules, ...site.service }));
  const work = localQueues({
    dataDir: site.dataDir,
    functions,
    host: () => host,
    log: site.logs.error,
  });
  const sqs = await serve(opening, createQueuesEndpoint({ queues: work.queues, ...site.service }));
  const environment: Readonly<Record<string, string>> = {
    ...variables(
      site.secret,
      { s3: s3.url, dynamodb: dynamodb.url, sfn, scheduler, sqs },
      executions.stateMachineArn,
    ),
    ...options.environment,
  };
  const host = await begun.host;
  host.configure({ variables: environment, inProcess: [s3, dynamodb] });
  opening.defer(() => host.close());
  opening.defer(scheduling.close);
  opening.defer(work.close);
  const invoke = (name: string, event: unknown) => invokeFunction(host, name, event);

  const lostBytes = await storesOpened;
  // The file is written after the key is stored, so the key exists when the file does.
  if (isFirst && functions.some(({ name }) => name === 'api/first-key'))
    await keepAdminKey(adminKeyFile, invoke, () => forgetFirstKey(dynamodb));
  const stop = stopMachine(environment, executions);
  const service = environment[names.service] || defaultService;
  const publicUrl = environment[names.publicUrl];
  const cors = corsOf(options.corsOrigins ?? '*', service);
  const { port, tls } = options;
  const isRunning = (burst: string): boolean => executions.isRunning(burst);
  const held = holdBursts({ stop: stop.run, isRunning, log: site.logs.error });
  const { lasting } = options;
  const inside = { server: objectServer, bucketUrl: `${s3.url}/${bucket}` };
  const front = { functions, host, stop, held, inside, publicUrl, service, lasting, cors, port, tls };
  const urls = await openGateways(site, front);
  await closeFolders(site.dataDir);
  // The load must end before the gateways close, because the gateways wait for open requests.
  opening.defer(async () => {
    held.close();
    await Promise.all([executions, ...otherRegions].map((each) => each.close()));
    await Promise.all([host.endLoad(), tasks.close()]);
  });
  burst.cleanInterrupted().catch(site.logs.error);
  const missed = scheduling.begin();
  work.begin();

  const opened = opening.move();
  return {
    ...urls,
    adminKeyFile,
    environment,
    invoke,
    ended: (id) => executions.ended(id),
    missed,
    lostBytes,
    fault: fault.signal,
    close: () => opened.disposeAsync(),
  };
}

/** The further regions that this machine simulates for drives. */
const playedRegions = ({ environment = {} }: CloudOptions): readonly string[] =>
  (environment[names.regions] ?? process.env[names.regions] ?? '').split(',').filter(Boolean);

/** The parts of a cloud that all stores and endpoints need. */
type Site = {
  readonly dataDir: string;
  /** The open parts of the cloud. A disposal closes them in reverse order. */
  readonly opening: AsyncDisposableStack;
  readonly logs: Logs;
  /** The secret access key that is valid until this process ends. */
  readonly secret: string;
  /** The options that every store and endpoint needs. */
  readonly service: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly log: (error: unknown) => void;
  };
  /** Called when a store can store nothing more. It ends the cloud. */
  readonly failed: (error: unknown) => void;
};

/** Locks the data folder, and opens the logs in it. */
function openSite(options: CloudOptions, opening: AsyncDisposableStack, fault: AbortController): Site {
  const dataDir = resolve(options.dataDir);
  opening.defer(lockData(dataDir));
  const logs = openLogs(join(dataDir, 'log'));
  opening.defer(logs.close);
  const secret = randomBytes(32).toString('base64url');
  const service = { credentials: { [accessKeyId]: secret }, log: logs.error };
  const failed = (error: unknown): void => fault.abort(dataRefusal(error, options.dataDir) ?? error);
  return { dataDir, opening, logs, secret, service, failed };
}

type Stores = {
  readonly s3: InProcessService;
  /** The HTTP server of `s3`. */
  readonly objectServer: Server;
  readonly dynamodb: InProcessService;
  /** Resolves when the tables are open, with the bytes of damaged records that are lost. */
  readonly opened: Promise<number>;
};

/** Listens for calls to the stores, while the tables are opened. Functions can start meanwhile. */
async function beginStores({ dataDir, opening, service, failed }: Site): Promise<Stores> {
  const dir = objectsIn(dataDir);
  const objects = createObjectStore({ dir, ...service, buckets: [bucket], expiry: objectExpiry, uploadDays });
  const names = Object.values(tables);
  const begun = beginTables({ dir: tablesIn(dataDir), ...service, tables: names, failed });
  // The cloud waits for the tables later. Until then, a failure must not be an unhandled rejection.
  begun.opened.catch(() => undefined);
  opening.defer(begun.close);
  const s3 = { url: await serve(opening, objects.server), call: objects.call };
  const dynamodb = { url: await serve(opening, begun.server), call: begun.call };
  return { s3, objectServer: objects.server, dynamodb, opened: begun.opened };
}

/** Deletes the first administrator key from the tables, so that a new key can replace it. */
async function forgetFirstKey({ call }: InProcessService): Promise<void> {
  const { pk, sk } = identityKey.apiKey(firstKeyId);
  const body = JSON.stringify({ TableName: tables.identity, Key: { pk: { S: pk }, sk: { S: sk } } });
  const headers = { 'x-amz-target': 'DynamoDB_20120810.DeleteItem' };
  const reply = await call({ method: 'POST', path: '/', headers, body });
  if (reply?.status !== 200)
    throw new Error(`the administrator key could not be replaced: ${String(reply?.body)}`);
}

type Front = {
  readonly functions: readonly FunctionSpec[];
  readonly host: FunctionHost;
  readonly stop: StopMachine;
  readonly held: HeldBursts;
  readonly inside: InsideObjects;
  /** The address of the API for clients of a proxy. Absent: no proxy. */
  readonly publicUrl: string | undefined;
  /** The name of the service in the header for API keys. */
  readonly service: string;
  readonly lasting: boolean | undefined;
  readonly cors: Cors | undefined;
  readonly port: number | undefined;
  readonly tls: Identity | undefined;
};

/**
 * Opens the gateways, which are the HTTP servers of the API. The gateway without TLS is opened even with TLS,
 * because other commands of this machine do not know the certificate.
 */
async function openGateways(
  { opening, logs }: Site,
  { functions, host, stop, held, inside, publicUrl, service, lasting, cors, port, tls }: Front,
): Promise<Pick<Cloud, 'url' | 'secureUrl'>> {
  const routes = routeKeys(functions).map(([key, functionName]) => ({ key, functionName }));
  const invoke: FunctionHost['invoke'] = (name, event, caller) =>
    name === stopRoute.functionName ? invokeStop(stop, event) : host.invoke(name, event, caller);
  const all = [...routes, stopRoute];
  const judging = {
    keyHeader: `x-${service.toLowerCase()}-api-key`,
    judge: '/api/user/me',
    ...(lasting && { isJudged: countsUsers }),
  };
  const objects = publicObjects(inside, publicUrl);
  const same = { routes: all, invoke, ...judging, held, objects, cors, log: logs.error };
  const graceMs = requestGraceMs;
  if (tls === undefined) return { url: await serve(opening, createGateway(same), { port, graceMs }) };
  const secure = await serve(opening, createGateway({ ...same, tls }), { port, graceMs });
  const url = await serve(opening, createGateway(same), { graceMs });
  return { url, secureUrl: secure.replace('http:', 'https:') };
}

async function serve(
  opening: AsyncDisposableStack,
  server: Server,
  { port, graceMs = storeGraceMs }: { readonly port?: number | undefined; readonly graceMs?: number } = {},
): Promise<string> {
  const url = await listen(server, port);
  opening.defer(() => closeServer(server, graceMs));
  return url;
}

async function invokeFunction(host: FunctionHost, name: string, event: unknown): Promise<unknown> {
  const { payload, functionError } = await host.invoke(name, event);
  if (!functionError) return JSON.parse(payload);
  const details = JSON.parse(payload) as ErrorShape;
  throw new DownpourError(
    'FUNCTION_FAILED',
    500,
    `the function ${name} failed with ${details.errorType}: ${details.errorMessage}`,
    {
      details,
    },
  );
}
