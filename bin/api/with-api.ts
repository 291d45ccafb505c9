import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import type { Cloud, CloudOptions as LocalOptions } from '../../lib/local/cloud.ts';
import { isNew } from '../../lib/local/data-folder/kept-data.ts';
import { defaultService, environment as names } from '../../lib/names/environment.ts';
import { type Context, defaultDataDir, showBuild } from '../cli/context.ts';
import { aborted } from '../terminal/interrupts.ts';
import { Signs } from '../terminal/signs.ts';
import { type Api, type Credentials, connect } from './client.ts';
import { announce, runningServe } from './serving.ts';

export type CloudOptions = {
  /** `--data`; naming one means the local cloud over it, whatever DOWNPOUR_URL says. */
  readonly data?: string;
  /**
   * The command needs its API for longer than a few requests, so it must not borrow one that may end before.
   */
  readonly lasting?: boolean;
  /**
   * The command keeps something, for which a data folder is made; else one that is not there yet is refused.
   */
  readonly keeps?: boolean;
  /** Drives to have ready before the first burst. */
  readonly shards?: number;
  /**
   * Signs of life until the API is there; absent: on standard error, and only where something has to be
   * built.
   */
  readonly signs?: Signs | undefined;
};

/**
 * Gives a command its API: the one at DOWNPOUR_URL, else a `serve` that runs over the data folder, else a
 * local cloud that lives as long as the command.
 */
export async function withApi<T>(
  options: CloudOptions,
  context: Context,
  use: (api: Api) => Promise<T>,
): Promise<T> {
  using signs = options.signs ?? new Signs(context.err);
  const useNow = (server: Credentials): Promise<T> => {
    signs.end();
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
    return await useNow({ ...serving, ...(await adminKeyOf(join(dataDir, 'admin.key'))) });
  if (options.keeps !== true && (await isNew(dataDir))) throw nothingIn(dataDir);
  await using cloud = await openCloud({
    dataDir,
    port: 0,
    lasting: false,
    service,
    shards: options.shards,
    building: () => showBuild(signs),
  });
  return await orFault(useNow(cloud), cloud.fault);
}

function nothingIn(dataDir: string): DownpourError {
  const make = '`downpour run FILE` or `downpour upload FILE --test NAME` makes the first run';
  const message = `There is nothing in ${dataDir} yet: ${make}; --data names another folder, DOWNPOUR_URL an API elsewhere`;
  return new DownpourError('DATA_MISSING', 404, message);
}

/**
 * Whether no API is up but the one that a command opens for itself: what others began then goes on only while
 * it lives.
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
  /** The same API over TLS, where it was given a certificate. */
  readonly secureUrl: string | undefined;
  readonly apiKey: string;
  readonly adminKeyFile: string;
  /** `<service>` of the header `X-<service>-API-Key`. */
  readonly service: string;
  /** Times of schedules that came while nobody was there. */
  readonly missed: Cloud['missed'];
  /** Aborts with a DownpourError when nothing more can be kept. */
  readonly fault: AbortSignal;
} & AsyncDisposable;

export type CloudShape = {
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port: number;
  readonly lasting: boolean;
  /** `<service>` of the header `X-<service>-API-Key`; absent: the usual one. */
  readonly service?: string | undefined;
  /** Whether callers without a key may read what is PUBLIC; absent: as DOWNPOUR_ANONYMOUS says. */
  readonly anonymous?: boolean | undefined;
  /** Gigabytes of runs that a team may keep; absent: as DOWNPOUR_TEAM_STORAGE_GB says. */
  readonly teamStorageGB?: number | undefined;
  /** Origins whose pages may call it (lib/cors.ts); absent: every page may read. */
  readonly corsOrigins?: string | undefined;
  /** Certificate and key, for TLS. */
  readonly tls?: LocalOptions['tls'];
  /** Drives to have ready before the first burst. */
  readonly shards?: number;
  /** Bundles of the functions that the caller has begun and ends. */
  readonly bundles?: LocalOptions['bundles'];
  /** Is called when functions have to be built, which takes seconds. */
  readonly building?: LocalOptions['building'];
};

/**
 * Starts the local cloud and tells other commands of this machine where it is. Loaded late: `--help` needs
 * none of it.
 */
export async function openCloud(options: CloudShape): Promise<OpenCloud> {
  const { startCloud } = await import('../../lib/local/cloud.ts');
  const { dataDir, port, lasting, tls, shards: drives, corsOrigins, bundles, building } = options;
  const service = options.service || defaultService;
  const environment = {
    [names.service]: service,
    ...(options.anonymous && { [names.anonymous]: 'true' }),
    ...(options.teamStorageGB && { [names.teamStorageGB]: String(options.teamStorageGB) }),
  };
  const cloud = await startCloud({
    dataDir,
    port,
    tls,
    lasting,
    corsOrigins,
    environment,
    bundles,
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
    missed: cloud.missed,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The result, unless the cloud under it can go on no longer before that. */
export async function orFault<T>(result: Promise<T>, fault: AbortSignal): Promise<T> {
  const failed = aborted(fault).then(() => Promise.reject(fault.reason));
  // The one that loses the race may still fail; nobody awaits it.
  failed.catch(() => undefined);
  result.catch(() => undefined);
  try {
    return await Promise.race([result, failed]);
  } catch (error) {
    throw fault.aborted ? fault.reason : error;
  }
}

/** Opens something on its usual port, or on any free one when another program has that. */
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

/** A path as one would type it here. */
function shortest(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith('..') ? file : near;
}

async function adminKeyOf(file: string): Promise<{ readonly apiKey: string; readonly keyIn: string }> {
  try {
    return { apiKey: (await readFile(file, 'utf8')).trim(), keyIn: shortest(file) };
  } catch (cause) {
    throw new DownpourError('KEY_UNREADABLE', 400, `Cannot read the administrator key in ${file}`, { cause });
  }
}
