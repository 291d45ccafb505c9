import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleFunctions } from '../bundle.ts';
import { DownpourError } from '../errors.ts';
import { objectExpiry } from '../facts.ts';
import { type FunctionSpec, functions as projectFunctions } from '../functions.ts';
import { project, version } from '../project.ts';
import { environment as names } from '../store/names.ts';
import { keepAdminKey } from './data-folder/admin-key.ts';
import { lockData } from './data-folder/data-lock.ts';
import { dataRefusal } from './data-folder/disk.ts';
import { groupsOf } from './function-host/groups.ts';
import { createFunctionHost, type FunctionHost } from './function-host/host.ts';
import type { ErrorShape } from './function-host/messages.ts';
import { createGateway, type Page } from './gateway/gateway.ts';
import { type Logs, openLogs } from './logs.ts';
import { createObjectStore } from './object-store/server.ts';
import { closeServer, listen } from './protocol/listen.ts';
import { burstMachine } from './state-machine/burst-machine.ts';
import { createStepFunctionsEndpoint } from './state-machine/endpoint.ts';
import {
  invokeStop,
  type StopMachine,
  stopMachine,
  stopRoute,
} from './state-machine/express/stop-machine.ts';
import { openTables } from './tables/tables.ts';

export type CloudOptions = {
  /** Folder of all data that must survive; created when absent. One cloud at a time. */
  readonly dataDir: string;
  /** Port of the API on 127.0.0.1; 0, or absent: any free one. */
  readonly port?: number;
  /** Variables for the functions, over those of the cloud. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Copy of what functions print, one call per chunk. */
  readonly echo?: (functionName: string, chunk: Buffer | string) => void;
  /** Drives that will be needed soon: they start beside the rest of the cloud, and nobody waits for them. */
  readonly drives?: number;
  /** Other functions than the project's, for tests. */
  readonly functions?: readonly FunctionSpec[];
  /** Folder of their entry files; absent: the project's `functions/`. */
  readonly functionsDir?: string;
  /** Folder of their bundles; absent: the project's `dist/functions`. */
  readonly bundleDir?: string;
};

export type Cloud = {
  /** Root of the API, without a slash at the end. */
  readonly url: string;
  /** File with the first administrator key, mode 600. */
  readonly adminKeyFile: string;
  /** The `AWS_*` and `DOWNPOUR_*` variables that functions get; an SDK client given these reaches the same stores. */
  readonly environment: Readonly<Record<string, string>>;
  /** Result of a function. Throws DownpourError `FUNCTION_FAILED` with Lambda's error shape as details. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Aborts with a DownpourError when the tables can keep nothing more: then all that is left is to close. */
  readonly fault: AbortSignal;
  /** Lets requests end, ends bursts and functions, closes the stores. What was interrupted is cleaned at the next start. */
  readonly close: () => Promise<void>;
};

const bucket = 'downpour-runs';
const tables = { catalogue: 'downpour-catalogue', bursts: 'downpour-bursts' };
const requestGraceMs = 5000;
const storeGraceMs = 500;

/**
 * Starts a whole cloud on this machine: object store, tables, state machine, functions and HTTP API, all on the
 * loopback, with data in one directory that survives a kill at any moment.
 *
 * @throws DownpourError `DATA_IN_USE` (409), `FUNCTION_MISSING`, `STATE_MACHINE_REFUSED`, `PORT_UNUSABLE` (409),
 *   `DATA_UNUSABLE` (400), `DISK_FULL` (507).
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  try {
    return await open(options);
  } catch (error) {
    throw dataRefusal(error, options.dataDir) ?? error;
  }
}

async function open(options: CloudOptions): Promise<Cloud> {
  const functions: readonly FunctionSpec[] = options.functions ?? projectFunctions;
  const fault = new AbortController();
  await using opening = new AsyncDisposableStack();
  const site = openSite(options, opening, fault);
  const bundled = startBundling(options, functions);
  const stores = await openStores(site);
  const burst = burstMachine({
    journal: join(site.dataDir, 'executions.jsonl'),
    host: () => host,
    record: site.logs.record,
    log: site.logs.error,
  });
  const { executions } = burst;
  const sfn = await serve(opening, createStepFunctionsEndpoint({ executions, ...site.service }));
  const environment = {
    ...awsVariables(site.secret, { ...stores, sfn }),
    ...downpourVariables(executions.stateMachineArn),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(site.dataDir, 'compile-cache'),
    ...options.environment,
  };
  const host: FunctionHost = await createFunctionHost({
    ...{ functions, bundleDir: await bundled, environment, logDir: site.logs.dir },
    groups: options.functions === undefined ? groupsOf(functions) : [],
    ...(options.echo && { echo: options.echo }),
  });
  opening.defer(() => host.close());
  opening.defer(() => executions.close());
  if (options.drives !== undefined) burst.prewarm(options.drives);
  const invoke = (name: string, event: unknown) => invokeFunction(host, name, event);

  const adminKeyFile = join(site.dataDir, 'admin.key');
  if (functions.some(({ name }) => name === 'api/first-key')) await keepAdminKey(adminKeyFile, invoke);
  const stop = stopMachine(environment, executions);
  const url = await openGateway(site, functions, host, stop, options.port);
  burst.cleanInterrupted().catch(site.logs.error);

  const opened = opening.move();
  return {
    ...{ url, adminKeyFile, environment, invoke, fault: fault.signal },
    close: () => opened.disposeAsync(),
  };
}

/** What every part of a cloud is opened with. */
type Site = {
  readonly dataDir: string;
  /** Closes what is open, the last first. */
  readonly opening: AsyncDisposableStack;
  readonly logs: Logs;
  /** Secret access key of this start. */
  readonly secret: string;
  /** What every store and endpoint takes. */
  readonly service: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly log: (error: unknown) => void;
  };
  /** Ends the cloud: the tables can keep nothing more. */
  readonly failed: (error: unknown) => void;
};

const accessKeyId = 'local';

/** Takes the data folder, and opens the logs in it. */
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

/** Bundles the functions beside all else that has to start; gives the folder. */
function startBundling(
  { bundleDir = join(project, 'dist/functions'), functionsDir }: CloudOptions,
  functions: readonly FunctionSpec[],
): Promise<string> {
  const names = functions.map(({ name }) => name);
  const source = functionsDir === undefined ? {} : { source: functionsDir };
  const bundled = bundleFunctions(bundleDir, names, { shared: true, ...source }).then(() => bundleDir);
  // Whoever fails first is reported; the other must not become an unhandled rejection.
  bundled.catch(() => undefined);
  return bundled;
}

async function openStores({
  dataDir,
  opening,
  service,
  failed,
}: Site): Promise<{ readonly s3: string; readonly dynamodb: string }> {
  const dir = join(dataDir, 'objects');
  const objects = createObjectStore({ dir, ...service, buckets: [bucket], expiry: objectExpiry });
  const s3 = await serve(opening, objects);
  const names = Object.values(tables);
  const tablesDir = join(dataDir, 'tables');
  const { server, close } = await openTables({ dir: tablesDir, ...service, tables: names, failed });
  opening.defer(close);
  return { s3, dynamodb: await serve(opening, server) };
}

function openGateway(
  { opening, logs }: Site,
  functions: readonly FunctionSpec[],
  host: FunctionHost,
  stop: StopMachine,
  port: number | undefined,
): Promise<string> {
  const routes = functions.flatMap(({ name, route }) => (route ? [{ key: route, functionName: name }] : []));
  const invoke: FunctionHost['invoke'] = (name, event) =>
    name === stopRoute.functionName ? invokeStop(stop, event) : host.invoke(name, event);
  const all = [...routes, stopRoute];
  const gateway = createGateway({ routes: all, invoke, pages: pages(), log: logs.error });
  return serve(opening, gateway, { port, graceMs: requestGraceMs });
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

/** Nothing of the caller's own AWS configuration reaches a function. */
const awsVariables = (
  secret: string,
  endpoints: { readonly s3: string; readonly dynamodb: string; readonly sfn: string },
): Readonly<Record<string, string>> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL_S3: endpoints.s3,
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
  AWS_ENDPOINT_URL_SFN: endpoints.sfn,
});

/** Decisions of a deployment that the caller's environment may take; metadata addresses are refused whatever it says. */
const settings = {
  [names.service]: undefined,
  [names.ceilings]: undefined,
  [names.targets]: '*',
  [names.maxErrors]: undefined,
  // Nothing starts cold here, and many servers close a connection that is idle for five seconds.
  [names.leadMs]: '1500',
  [names.segmentMsMax]: undefined,
  // Drives of one machine share its clock.
  [names.timeServer]: undefined,
} as const;

function downpourVariables(stateMachineArn: string): Readonly<Record<string, string>> {
  const taken = Object.entries(settings).flatMap(([name, usual]) => {
    const value = process.env[name] ?? usual;
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    [names.runsBucket]: bucket,
    [names.catalogueTable]: tables.catalogue,
    [names.burstsTable]: tables.bursts,
    [names.stateMachineArn]: stateMachineArn,
    [names.version]: version(),
    ...Object.fromEntries(taken),
  };
}

/** For whoever opens the URL in a browser: what this is, where the API is, and its contract. */
function pages(): Readonly<Record<string, Page>> {
  const contract = join(project, 'schema/openapi.yaml');
  const index = {
    ...{ name: 'downpour', version: version(), runs: '/api/run/list', openapi: '/api/openapi.yaml' },
    key: 'send the administrator key of the data folder (admin.key) as X-Downpour-API-Key',
  };
  return {
    '/': { type: 'application/json', body: `${JSON.stringify(index, null, 2)}\n` },
    ...(existsSync(contract) && {
      '/api/openapi.yaml': { type: 'application/yaml', body: readFileSync(contract, 'utf8') },
    }),
  };
}

async function invokeFunction(host: FunctionHost, name: string, event: unknown): Promise<unknown> {
  const { payload, functionError } = await host.invoke(name, event);
  if (!functionError) return JSON.parse(payload);
  const details = JSON.parse(payload) as ErrorShape;
  throw new DownpourError('FUNCTION_FAILED', 500, `${name}: ${details.errorType}: ${details.errorMessage}`, {
    details,
  });
}
