import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { dataFormat } from '../../lib/facts.ts';
import { project } from '../../lib/project.ts';

/**
 * What is known of a stage: `deployments/STAGE.json`, meant to be committed by those who deploy, so that everybody deploys
 * the same again. It holds no secret.
 */
export type Remembered = {
  /** The options as they were given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Where the stage lies; absent: it was never deployed from here. */
  readonly deployed?: Deployed;
};

export type Deployed = {
  readonly account: string;
  readonly region: string;
  /** Further regions in which it has drives; absent: none. */
  readonly regions?: readonly string[];
  /** What the stack publishes: names as in lib/cloud/stack.ts. */
  readonly outputs: Readonly<Record<string, string>>;
};

export const deployments = join(project, 'deployments');

export const fileOf = (stage: string, folder = deployments): string => join(folder, `${stage}.json`);

/** @throws DownpourError `DEPLOYMENT_FILE` (400) when the file is something else than this program writes. */
export async function recall(file: string): Promise<Remembered> {
  if (!existsSync(file)) return { options: {} };
  const text = await readFile(file, 'utf8');
  try {
    const { options, deployed } = JSON.parse(text) as Partial<Remembered>;
    if (!isObject(options)) throw new Error('it has no "options"');
    if (deployed !== undefined && (!isObject(deployed) || !isObject(deployed.outputs)))
      throw new Error('its "deployed" is not what a deployment writes');
    return { options, ...(deployed && { deployed }) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DownpourError('DEPLOYMENT_FILE', 400, `${file} cannot be read: ${why}`, { cause });
  }
}

/** Options in the order of their names, so that two people who write the same write the same file. */
export async function remember(file: string, { options, deployed }: Remembered): Promise<void> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const ordered = Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ options: ordered, ...(deployed && { deployed }) }, null, 2)}\n`);
}

/** Stages that have a file, in the order of their names. */
export async function rememberedStages(folder = deployments): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/**
 * Refuses credentials or a region that are not those of the stage: they would make a second stack beside the first.
 * @throws DownpourError `DEPLOYED_ELSEWHERE` (409)
 */
export function refuseElsewhere(
  stage: string,
  deployed: Deployed | undefined,
  now: { readonly account?: string | undefined; readonly region?: string | undefined },
): void {
  if (deployed === undefined) return;
  for (const what of ['account', 'region'] as const) {
    if (now[what] === undefined || now[what] === deployed[what]) continue;
    throw new DownpourError(
      'DEPLOYED_ELSEWHERE',
      409,
      `stage ${stage} lies in ${what} ${deployed[what]}, but the AWS configuration names ${now[what]}; use the credentials and the region of the stage, or name another stage`,
    );
  }
}

/**
 * Refuses a stage whose data a newer Downpour keeps: this one would write beside them what no program can read. Stages from
 * before there were numbers have format 1.
 * @throws DownpourError `DATA_FORMAT` (409)
 */
export function refuseNewer(stage: string, deployed: Deployed | undefined): void {
  const format = Number(deployed?.outputs.DataFormat ?? 1);
  if (format <= dataFormat) return;
  throw new DownpourError(
    'DATA_FORMAT',
    409,
    `stage ${stage} has data of format ${format}, and this Downpour keeps format ${dataFormat}; deploy it with the Downpour that it was deployed with, or a newer one, or name another stage`,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
