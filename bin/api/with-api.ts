import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import type { Cloud, CloudOptions as LocalOptions } from '../../lib/local/cloud.ts';
import { isNew } from '../../lib/local/data-folder/folder-checks.ts';
import type { BegunFunctions } from '../../lib/local/start-functions.ts';
import { defaultService, environment as names } from '../../lib/names/environment.ts';
import { counted } from '../../lib/words.ts';
import { type Context, defaultDataDir, showBuild } from '../cli/context.ts';
import { whyUnusable } from '../files/file-error.ts';
import { Signs } from '../terminal/activity-indicator.ts';
import { aborted } from '../terminal/interrupts.ts';
import { type Api, type Credentials, connect } from './client.ts';
import { announce, noteOf, runningServe } from './serving.ts';

export type CloudOptions = {
  /**
   * The folder of the option `--data`. The command then uses the local cloud over this folder, and ignores
   * DOWNPOUR_URL.
   */
  readonly data?: string;
  /**
   * True for a command that needs its API for more than a few requests. Such a command does not use a local
   * cloud that another command has opened, because that cloud ends with the other command.
   */
  readonly lasting?: boolean;
  /**
   * True for a command that stores data and may create the data folder. Other commands reject a missing
   * folder.
   */
  readonly keeps?: boolean;
  /** The number of drives to prepare before the first burst. */
  readonly shards?: number;
  /**
   * Shows that the command is working, until the command itself ends it. Absent: only a build is shown, on
   * standard error.
   */
  readonly signs?: Signs | undefined;
  /**
   * Functions of the local cloud that `beginFunctions` has started in advance. Absent: the local cloud starts
   * its own.
   */
  readonly begun?: BegunFunctions | undefined;
};

/**
 * Starts the functions of the local cloud that a command will probably open, while the command prepares its
 * burst. The command disposes of the functions. Undefined when another program has the API of the command.
 */
export async function beginFunctions(
  { data }: Pick<CloudOptions, 'data'>,
  { environment }: Context,
): Promise<BegunFunctions | undefined> {
  if (environment.DOWNPOUR_URL && data === undefined) return undefined;
  const dataDir = data ?? defaultDataDir;
  if ((await noteOf(dataDir)) !== undefined) return undefined;
  const local = await import('../../lib/local/start-functions.ts');
  const begun = local.beginFunctions({
    dataDir,
    lasting: false,
    drives: 1,
    environment: environmentOf({ service: environment.DOWNPOUR_SERVICE }),
  });
  // The command computes right after this call, which would delay the start of the functions. So this code
  // waits for the start, unless a build must come first.
  if (!(await begun.bundles.built)) await begun.host.catch(() => undefined);
  return begun;
}

/**
 * Gives a command its API: the API at DOWNPOUR_URL, or else a `serve` over the data folder, or else a local
 * cloud that ends with the command.
 */
export async function withApi<T>(
  options: CloudOptions,
  context: Context,
  use: (api: Api) => Promise<T>,
): Promise<T> {
  using signs = options.signs ?? new Signs(context.err);
  const useNow = (server: Credentials): Promise<T> => {
    if (options.signs === undefined) signs.end();
    return use(connect(server));
  };
  const { environment } = context;
  const url = environment.DOWNPOUR_URL;
  const service = environment.DOWNPOUR_SERVICE;
  if (url && options.data === undefined)
    return await useNow({ url, apiKey: environment.DOWNPOUR_API_KEY, service });
  const dataDir = options.data ?? defaultDataDir;
  const serving = await runningServe(dataDir, options.lasting === true);
  if (serving !== undefined)
    return await useNow({
      ...serving,
      ...(await adminKeyOf(join(dataDir, 'admin.key'))),
      data: options.data,
    });
  if (options.keeps !== true && (await isNew(dataDir))) throw nothingIn(dataDir);
  await using cloud = await openCloud({
    dataDir,
    port: 0,
    lasting: false,
    service,
    shards: options.shards,
    begun: options.begun,
    building: () => showBuild(signs),
  });
  if (cloud.damage) context.err.say(`${context.err.paint.yellow('warning')} ${cloud.damage}`);
  return await orFault(useNow({ ...cloud, data: options.data }), cloud.fault);
}

function nothingIn(dataDir: string): DownpourError {
  const make = '`downpour run FILE` or `downpour upload FILE --test NAME` makes the first run';
  const message = `The data folder ${dataDir} has no runs yet: ${make}; --data names another folder, DOWNPOUR_URL another API`;
  return new DownpourError('DATA_MISSING', 404, message);
}

/**
 * True when the command would open its own local cloud. Work that it starts for other users would end with
 * the command.
 */
export async function isAlone(
  { data }: Pick<CloudOptions, 'data'>,
  { environment }: Context,
): Promise<boolean> {
  if (environment.DOWNPOUR_URL && data === undefined) return false;
  return (await runningServe(data ?? defaultDataDir, false)) === undefined;
}

export type OpenCloud = {
  readonly url: string;
  /** The URL of the same API over TLS. Undefined without a certificate. */
  readonly secureUrl: string | undefined;
  readonly apiKey: string;
  readonly adminKeyFile: string;
  /** The name `<service>` in the header `X-<service>-API-Key`. */
  readonly service: string;
  /** The times of schedules that passed while Downpour was not running. */
  readonly missed: Cloud['missed'];
  /** A warning when tables in the data folder were damaged. */
  readonly damage: string | undefined;
  /** Aborts with a DownpourError when the cloud can no longer store data. */
  readonly fault: AbortSignal;
  readonly ended: Cloud['ended'];
} & AsyncDisposable;

export type CloudShape = {
  readonly dataDir: string;
  /** The port of the API. 0: any free port. */
  readonly port: number;
  readonly lasting: boolean;
  /** The name `<service>` in the header `X-<service>-API-Key`. Absent: the default name. */
  readonly service?: string | undefined;
  /** True when callers without a key may read PUBLIC data; absent: the value of DOWNPOUR_ANONYMOUS. */
  readonly anonymous?: boolean | undefined;
  /** Gigabytes of runs that a team may store; absent: the value of DOWNPOUR_TEAM_STORAGE_GB. */
  readonly teamStorageGB?: number | undefined;
  /** Origins of pages that may call the API (lib/cors.ts); absent: pages of every origin may read. */
  readonly corsOrigins?: string | undefined;
  /** The certificate and key for TLS. */
  readonly tls?: LocalOptions['tls'];
  /** The number of drives that are ready before the first burst. */
  readonly shards?: number;
  /** Bundles whose build the caller has begun and will end. */
  readonly bundles?: LocalOptions['bundles'];
  /** Functions that the caller has started in advance. The caller also stops them. */
  readonly begun?: LocalOptions['begun'];
  /** Called when the functions need a build, which takes seconds. */
  readonly building?: LocalOptions['building'];
};

/**
 * Starts the local cloud, and writes a file with its URL for the other commands of this machine. The module
 * is loaded late, because `--help` does not need it.
 */
export async function openCloud(options: CloudShape): Promise<OpenCloud> {
  const { startCloud } = await import('../../lib/local/cloud.ts');
  const { dataDir, port, lasting, tls, shards: drives, corsOrigins, bundles, begun, building } = options;
  const service = options.service || defaultService;
  const cloud = await startCloud({
    dataDir,
    port,
    tls,
    lasting,
    corsOrigins,
    environment: environmentOf(options),
    bundles,
    begun,
    building,
    ...(drives === undefined ? {} : { drives }),
  });
  await using opening = new AsyncDisposableStack();
  opening.defer(cloud.close);
  opening.defer(await announce(dataDir, { url: cloud.url, lasting, service }));
  const { apiKey } = await adminKeyOf(cloud.adminKeyFile);
  const opened = opening.move();
  return {
    url: cloud.url,
    secureUrl: cloud.secureUrl,
    apiKey,
    service,
    adminKeyFile: shortest(cloud.adminKeyFile),
    fault: cloud.fault,
    ended: cloud.ended,
    missed: cloud.missed,
    damage: damageOf(dataDir, cloud.lostBytes),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const damageOf = (dataDir: string, lostBytes: number): string | undefined =>
  lostBytes === 0
    ? undefined
    : `The tables in ${dataDir} were damaged, and ${counted(lostBytes, 'byte')} of their last changes are lost: check the newest runs, or restore the folder from a backup.`;

function environmentOf({
  service,
  anonymous,
  teamStorageGB,
}: Pick<CloudShape, 'service' | 'anonymous' | 'teamStorageGB'>): Readonly<Record<string, string>> {
  return {
    [names.service]: service || defaultService,
    ...(anonymous && { [names.anonymous]: 'true' }),
    ...(teamStorageGB && { [names.teamStorageGB]: String(teamStorageGB) }),
  };
}

/** Waits for a result. It throws when the cloud fails before that. */
export async function orFault<T>(result: Promise<T>, fault: AbortSignal): Promise<T> {
  const failed = aborted(fault).then(() => Promise.reject(fault.reason));
  // `failed` may be rejected after `result` has been returned. That error is ignored, because no code waits
  // for it.
  failed.catch(() => undefined);
  result.catch(() => undefined);
  try {
    return await Promise.race([result, failed]);
  } catch (error) {
    throw fault.aborted ? fault.reason : error;
  }
}

/** Opens a server on its usual port, or on a free port when another program uses that port. */
export async function onFreePort<T>(usual: number, open: (port: number) => Promise<T>): Promise<T> {
  try {
    return await open(usual);
  } catch (error) {
    if (!['EADDRINUSE', 'PORT_UNUSABLE'].includes((error as { code?: string }).code ?? '')) throw error;
    return open(0);
  }
}

export function dataOption(): Option {
  return new Option('--data <dir>', `folder of the local cloud (default: ${defaultDataDir})`);
}

/**
 * The shortest form of a path: relative to the working directory, or absolute. A service runs in `/`, and
 * gets the absolute form, because the readers of its log have another working directory.
 */
function shortest(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith('..') || `/${near}` === file ? file : near;
}

async function adminKeyOf(file: string): Promise<{ readonly apiKey: string; readonly keyIn: string }> {
  try {
    return { apiKey: (await readFile(file, 'utf8')).trim(), keyIn: shortest(file) };
  } catch (cause) {
    const message = `Cannot read the administrator key ${shortest(file)}: ${whyUnusable(cause)}`;
    throw new DownpourError('KEY_UNREADABLE', 400, message, { cause });
  }
}
