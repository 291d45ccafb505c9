import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Resource, wholeTemplate } from '../../lib/cloud/nesting/joined-template.ts';
import type { Settled } from '../../lib/cloud/options/read.ts';
import { driverStack, regionsOf } from '../../lib/cloud/regions/stack-names.ts';
import { afterFailure, DownpourError } from '../../lib/errors.ts';
import { type Cdk, synthArgs } from './cdk.ts';
import { type Remembered, remember } from './stage-file.ts';

type Resources = Readonly<Record<string, Resource>>;

/** The output of the CDK app, in a folder that the disposal deletes. */
export type Assembly = {
  readonly folder: string;
  /** The resources of the stack and of its nested stacks. */
  readonly resources: Resources;
  /** The stacks with drives in further regions. */
  readonly further: readonly { readonly region: string; readonly resources: Resources }[];
  /** The AWS account of the configuration. Absent without credentials. */
  readonly account?: string | undefined;
  readonly region?: string | undefined;
} & AsyncDisposable;

/** The file in which the CDK app stores the account and the region that the CDK found. */
const placeFile = 'place.json';

/**
 * Runs the CDK app and reads its output.
 * @throws DownpourError `SYNTHESIS_FAILED` (400) when the app fails. The CDK has printed the reason.
 */
export async function synthesise(cdk: Cdk, options: Settled, known: Remembered): Promise<Assembly> {
  const temporary = await mkdtemp(join(tmpdir(), 'downpour-deploy-'));
  const folder = join(temporary, 'assembly');
  const remove = () => rm(temporary, { recursive: true, force: true });
  try {
    const file = join(temporary, 'deployment.json');
    await remember(file, known);
    const { status } = await cdk(synthArgs(file, options.stage, folder), options.region);
    if (status !== 0)
      throw new DownpourError(
        'SYNTHESIS_FAILED',
        400,
        'the CDK could not make the templates of the deployment; the lines above have the errors of the CDK',
      );
    const resources = resourcesOf(folder, options.stack);
    const further = regionsOf(options.regions).map((each) => ({
      region: each,
      resources: resourcesOf(folder, driverStack(options.stack, each)),
    }));
    const place = join(folder, placeFile);
    const { account, region } = existsSync(place) ? JSON.parse(await readFile(place, 'utf8')) : {};
    return { folder, resources, further, account, region, [Symbol.asyncDispose]: remove };
  } catch (error) {
    return await afterFailure(error, remove);
  }
}

const resourcesOf = (folder: string, stack: string): Resources =>
  wholeTemplate(stack, (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))).Resources;

export function notePlace(
  folder: string,
  place: { account?: string | undefined; region?: string | undefined },
) {
  return writeFile(join(folder, placeFile), JSON.stringify(place));
}
