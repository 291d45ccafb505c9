import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readOptions } from '../../lib/cloud/options/read.ts';
import { DownpourError } from '../../lib/errors.ts';
import { dataFormat } from '../../lib/facts/data-format.ts';
import { project } from '../../lib/project.ts';
import { refusing } from '../files/file-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { readText } from '../files/read-file.ts';
import { writeText } from '../files/write-file.ts';

/**
 * The stored facts about a stage: `deployments/STAGE.json`. People commit this file, so that everyone deploys
 * the same stage. It has no secret.
 */
export type Remembered = {
  /** The options in the form in which the user wrote them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The account, region and stack of the stage. Absent: the stage was never deployed with this file. */
  readonly deployed?: Deployed;
};

export type Deployed = {
  readonly account: string;
  readonly region: string;
  /** The name of the stack. */
  readonly stack: string;
  /** Further regions with drives. Absent: none. */
  readonly regions?: readonly string[];
  /** The outputs of the stack, by the names in lib/cloud/stack.ts. */
  readonly outputs: Readonly<Record<string, string>>;
};

export const deployments = join(project, 'deployments');

export const fileOf = (stage: string, folder = deployments): string => join(folder, `${stage}.json`);

/**
 * Reads the file of a stage.
 * @throws DownpourError `DEPLOYMENT_FILE` (400) when this program did not write the file.
 */
export async function recall(file: string): Promise<Remembered> {
  if (!existsSync(file)) return { options: {} };
  const text = await readText(file);
  try {
    const { options, deployed } = JSON.parse(text) as Partial<Remembered>;
    if (!isObject(options)) throw new Error('the file of the stage has no member "options"');
    if (deployed !== undefined && (!isObject(deployed) || !isObject(deployed.outputs)))
      throw new Error('the member "deployed" in the file of the stage is damaged');
    return { options, ...(deployed && { deployed: withStack(file, options, deployed) }) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DownpourError(
      'DEPLOYMENT_FILE',
      400,
      `${file} cannot be read: ${why}; restore an earlier version of this file`,
      { cause },
    );
  }
}

/** Adds the name of the stack to a file of an older release, which computed the name from the options. */
function withStack(file: string, options: Remembered['options'], deployed: Deployed): Deployed {
  const { stack } = readOptions({ ...options, stage: basename(file, '.json') });
  return { ...deployed, stack: deployed.stack ?? stack };
}

/**
 * Writes the file of a stage. Options are in the order of their names, so that two people with the same
 * options write the same file. When the write is interrupted, the file remains as it was.
 */
export async function remember(file: string, { options, deployed }: Remembered): Promise<void> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const ordered = Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
  await makeFolder(dirname(file));
  const text = `${JSON.stringify({ options: ordered, ...(deployed && { deployed }) }, null, 2)}\n`;
  await writeText(`${file}.new`, text);
  await refusing(`Cannot write ${file}`, () => rename(`${file}.new`, file));
}

/** The names of stages that have a file, in alphabetical order. */
export async function rememberedStages(folder = deployments): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const files = await refusing(`Cannot read the folder ${folder}`, () => readdir(folder));
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/** The account, region and stack of a deployment, as far as they are known. */
type Place = Readonly<Partial<Record<'account' | 'region' | 'stack', string | undefined>>>;

/**
 * Rejects credentials, a region or a stack name that differ from those of the stage. A deployment with them
 * would create a second stack. The first stack would remain without an owner, with its runs, keys and
 * schedules.
 * @throws DownpourError `DEPLOYED_ELSEWHERE` (409)
 */
export function refuseElsewhere(stage: string, deployed: Deployed | undefined, now: Place): void {
  if (deployed === undefined) return;
  for (const what of ['account', 'region', 'stack'] as const) {
    if (now[what] === undefined || now[what] === deployed[what]) continue;
    const [names, instead] =
      what === 'stack'
        ? [
            'the option `stack` now',
            `set stack to ${deployed[what]}, or delete that stack first with: npm run destroy`,
          ]
        : ['the AWS configuration', 'use the credentials and the region of the stage'];
    throw new DownpourError(
      'DEPLOYED_ELSEWHERE',
      409,
      `stage ${stage} is in ${what} ${deployed[what]}, but ${names} names ${now[what]}; ${instead}, or name another stage`,
    );
  }
}

/**
 * Rejects a stack of another stage, because the deployment would overwrite it.
 * @throws DownpourError `STACK_TAKEN` (409)
 */
export async function refuseTaken(
  folder: string,
  stage: string,
  { account, region, stack }: Place,
): Promise<void> {
  const others = (await rememberedStages(folder)).filter((each) => each !== stage);
  for (const other of others) {
    const { deployed } = await recall(fileOf(other, folder));
    if (deployed === undefined || deployed.stack !== stack) continue;
    if (deployed.region !== region || deployed.account !== account) continue;
    throw new DownpourError(
      'STACK_TAKEN',
      409,
      `stack ${stack} in region ${region} of account ${account} belongs to stage ${other}; name another stack with --stack, or deploy --stage ${other}`,
    );
  }
}

/**
 * Rejects a stage whose data has the format of another version of Downpour. No program could read the mixed
 * data.
 * @throws DownpourError `DATA_FORMAT` (409)
 */
export function refuseOtherFormat(stage: string, deployed: Deployed | undefined): void {
  const format = formatOf(deployed);
  if (format === dataFormat) return;
  const why =
    format > dataFormat
      ? `stage ${stage} has data of format ${format}, but this version of Downpour writes format ${dataFormat}; deploy the stage with the version that deployed it before or a newer version, or name another stage`
      : `stage ${stage} was deployed by a version of Downpour before 23 November 2026, and this version cannot read its data: name another stage. To keep the runs, get each run from the API of stage ${stage} (GET /api/run/ID/data), and store it in the new stage with \`downpour upload\``;
  throw new DownpourError('DATA_FORMAT', 409, why);
}

/**
 * The data format of a stage. The first stages have no format number among their outputs. Among these, a
 * stage with format 0 has the output `CatalogueTable` and no output `RepositoryTable`.
 */
function formatOf(deployed: Deployed | undefined): number {
  const { DataFormat, RepositoryTable, CatalogueTable } = deployed?.outputs ?? {};
  if (DataFormat !== undefined) return Number(DataFormat);
  return RepositoryTable === undefined && CatalogueTable !== undefined ? 0 : 1;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
