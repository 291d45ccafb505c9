import { existsSync } from 'node:fs';
import { readOptions, type Settled } from '../../lib/cloud/options/read.ts';
import { DownpourError } from '../../lib/errors.ts';
import { counted } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { adoptingFlags } from './adoption.ts';
import { type Assembly, synthesise } from './assembly.ts';
import { refuseRejected, requireCredentials, requireRegion } from './aws-configuration.ts';
import { destroyArgs } from './cdk.ts';
import type { Tools } from './deploy.ts';
import { adviceFor } from './failure.ts';
import { missing } from './flags.ts';
import type { Prompt } from './prompt.ts';
import { awaitQuiet, deletion } from './running-bursts.ts';
import { type Deployed, fileOf, recall, refuseElsewhere, remember, rememberedStages } from './stage-file.ts';

export type DestroyFlags = {
  readonly stage?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly wait?: boolean;
  readonly force?: boolean;
  readonly deployments?: string;
};

/**
 * Lists the resources that will be deleted and kept, and deletes the stack when the user types the name of
 * the stage.
 */
export async function destroy(
  flags: DestroyFlags,
  tools: Omit<Tools, 'makeFirstKey'>,
  context: Context,
): Promise<number> {
  const say = flags.json ? context.err : context.out;
  if (flags.stage === undefined) throw missing('stage');
  const file = fileOf(readOptions({ stage: flags.stage }).stage, tools.deployments);
  await refuseUnknown(flags.stage, file, tools.deployments);
  const known = await recall(file);
  const settled = readOptions({ ...known.options, stage: flags.stage });
  await requireCredentials(tools.configuration);
  const region = await requireRegion(tools.configuration, settled.region, known.deployed?.region);
  refuseRejected(await tools.account.concurrency(region));
  const options = { ...settled, region };
  await using assembly = await synthesise(tools.cdk, options, known);
  refuseElsewhere(options.stage, known.deployed, { ...assembly, stack: options.stack });
  const kept = keptOf(assembly, known.deployed);
  say.say('', ...farewell(options, assembly, kept), '');
  if (!(await isConfirmed(flags, tools.prompt))) {
    say.say('Nothing was deleted.');
    return exit.stopped;
  }
  await awaitQuiet(known.deployed, flags, tools, say, deletion);
  const { status, output } = await tools.cdk(destroyArgs(assembly.folder, options), options.region);
  if (status !== 0)
    throw new DownpourError(
      'DEPLOYMENT_FAILED',
      502,
      `stack ${options.stack} was not deleted; ${adviceFor(output)}`,
    );
  await remember(file, { options: known.options });
  if (flags.json)
    context.out.print(JSON.stringify({ stage: options.stage, stack: options.stack, kept }, null, 2));
  else say.say(`Stage ${options.stage} was deleted. Its options remain in ${file}.`);
  return exit.passed;
}

/**
 * Rejects a stage without a file, such as a wrong name. CloudFormation deletes a stack that does not exist
 * without an error, so the command would report a deletion.
 * @throws DownpourError `STAGE_UNKNOWN` (404)
 */
async function refuseUnknown(stage: string, file: string, folder: string): Promise<void> {
  if (existsSync(file)) return;
  const known = await rememberedStages(folder);
  const seen = known.length === 0 ? 'no stage is known' : `known stages: ${known.join(', ')}`;
  throw new DownpourError(
    'STAGE_UNKNOWN',
    404,
    `stage ${stage} has no file ${file}, so nothing was deleted (${seen}); name another stage, or get the file from the person who deployed this stage`,
  );
}

/**
 * The resources that remain after the deletion of the stack, by type and number, with the names that are
 * known.
 */
type Kept = {
  readonly bucket?: string;
  readonly repository?: string;
  /** The options with which a later deployment can use these resources. */
  readonly adopt?: string;
  readonly resources: Readonly<Record<string, number>>;
};

function keptOf({ resources }: Assembly, deployed: Deployed | undefined): Kept {
  // Versions of functions are left out, because Lambda deletes them with their function.
  const retained = Object.values(resources).filter(
    ({ Type, DeletionPolicy = '' }) => Type !== 'AWS::Lambda::Version' && keeping.includes(DeletionPolicy),
  );
  const counts = Object.groupBy(retained, ({ Type }) => Type);
  const adopt = retained.length > 0 && deployed !== undefined ? adoptingFlags(deployed) : undefined;
  const { RunsBucket: bucket, RepositoryTable: repository } = deployed?.outputs ?? {};
  return {
    ...(retained.length > 0 && bucket !== undefined ? { bucket } : {}),
    ...(retained.length > 0 && repository !== undefined ? { repository } : {}),
    ...(adopt === undefined ? {} : { adopt }),
    resources: Object.fromEntries(Object.entries(counts).map(([type, all = []]) => [type, all.length])),
  };
}

/**
 * The deletion policies of resources that outlive their stack. The second policy deletes a resource only when
 * its creation fails.
 */
const keeping: readonly string[] = ['Retain', 'RetainExceptOnCreate'];

function farewell(options: Settled, { resources, account, region }: Assembly, kept: Kept): string[] {
  const stays = Object.values(kept.resources).reduce((sum, count) => sum + count, 0);
  const goes = Object.keys(resources).length - stays;
  const where = `account ${account ?? 'unknown'}, region ${region ?? options.region ?? 'unknown'}`;
  return [
    `Stage ${options.stage}: stack ${options.stack}, ${where}`,
    `Deletes ${counted(goes, 'resource')}: functions, state machine, API${stays > 0 ? '' : ', and all runs, keys and logs'}.`,
    ...(stays > 0
      ? [
          `Keeps ${counted(stays, 'resource')}, because of data=keep: ${Object.entries(kept.resources)
            .map(([type, count]) => `${count} ${type}`)
            .join(', ')}.`,
          ...(kept.bucket === undefined
            ? []
            : [`  Runs: bucket ${kept.bucket}${whatIsKnown(kept.repository)}`]),
          '  AWS charges for the stored data until you delete it yourself.',
          ...(kept.adopt === undefined
            ? []
            : [`  To use the kept data again: npm run deploy -- --stage ${options.stage} ${kept.adopt}`]),
        ]
      : ['Keeps nothing, because of data=discard.']),
  ];
}

/**
 * The known name of the table with the list of runs. Empty for a stage of a release that did not store the
 * name.
 */
const whatIsKnown = (table: string | undefined): string =>
  table === undefined ? '' : `; the list of the runs is in the table ${table}`;

/**
 * Asks the user to confirm the deletion.
 * @throws DownpourError `CONFIRMATION_MISSING` (400) without a terminal in which the user can answer.
 */
async function isConfirmed({ yes, stage }: DestroyFlags, prompt: Prompt | undefined): Promise<boolean> {
  if (yes) return true;
  if (prompt !== undefined) return (await prompt(`To delete the stage, type its name:`)) === stage;
  const message = '--yes is missing: without a terminal you cannot confirm the deletion';
  throw new DownpourError('CONFIRMATION_MISSING', 400, message);
}
