import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settled } from '../../lib/cloud/options/read.ts';
import { driverStack, regionsOf } from '../../lib/cloud/regions/stack-names.ts';
import { DownpourError } from '../../lib/errors.ts';
import { machineIn } from '../../lib/names/region-machines.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Account } from './account/account-calls.ts';
import { refuseStores } from './adoption.ts';
import { type Chosen, chooseOptions, type Surroundings } from './ask-options.ts';
import { type Assembly, synthesise } from './assembly.ts';
import { firstLine, requireCredentials } from './aws-configuration.ts';
import {
  bootstrapArgs,
  bootstrapGives,
  type Cdk,
  deployArgs,
  deployRegionArgs,
  diffArgs,
  lacksBootstrap,
} from './cdk.ts';
import { adviceFor } from './failure.ts';
import type { MakeFirstKey } from './first-key.ts';
import type { Flags } from './flags.ts';
import { isYes, type Prompt } from './prompt.ts';
import { withReservation } from './reservation.ts';
import { awaitQuiet, deployment, type Pause } from './running-bursts.ts';
import { type Deployed, refuseElsewhere, refuseOtherFormat, refuseTaken, remember } from './stage-file.ts';
import { summaryOf } from './summary.ts';

/** The programs and services that a deployment uses. */
export type Tools = Surroundings & {
  readonly cdk: Cdk;
  readonly makeFirstKey: MakeFirstKey;
  readonly account: Account;
  readonly pause: Pause;
};

/**
 * Determines the options, shows the resources and their cost, and deploys after a confirmation. An existing
 * stage is updated in the same way. The options are stored before any resource is created. An interrupted
 * deployment then continues with the same options.
 */
export async function deploy(flags: Flags, tools: Tools, context: Context): Promise<number> {
  const { out, err } = context;
  // With `--json`, standard output has only the JSON. All other lines then go to standard error.
  const say = flags.json ? err : out;
  await requireCredentials(tools.configuration);
  const selected = await chooseOptions(flags, tools, say);
  const chosen = await withReservation(selected, flags, tools, say);
  const { file, known, options } = chosen;
  refuseOtherFormat(options.stage, known.deployed);
  const judging = { folder: tools.deployments, judge: tools.account.judgeAdopted };
  await refuseStores(options, known.deployed, judging);
  await using assembly = await synthesise(tools.cdk, options, known);
  const place = { ...assembly, stack: options.stack };
  refuseElsewhere(options.stage, known.deployed, place);
  await refuseTaken(tools.deployments, options.stage, place);
  say.say(
    '',
    ...(await summaryOf(options, assembly)),
    ...(flags.bootstrap ? bootstrapLines(options) : []),
    '',
  );
  if (flags.dryRun) return await compare(tools.cdk, assembly, options);
  if (!(await isConfirmed(flags, tools.prompt))) {
    say.say('Nothing was created.');
    return exit.stopped;
  }
  await awaitQuiet(known.deployed, flags, tools, say, deployment);
  await remember(file, known);
  const run = createWith(tools, flags, assembly, options);
  const outputs = await createStage(run, assembly, options);
  const deployed = placeOf(assembly, options, outputs);
  if (deployed !== undefined) await remember(file, { ...known, deployed });
  for (const region of regionsOf(options.regions))
    await run(
      deployRegionArgs(assembly.folder, options, region, outputs),
      `the deployment of load generators (drives) in ${region}`,
    );
  await forgetVersions(tools.account, options, outputs, say);
  const apiKey = await firstKey(flags, tools, options, outputs, assembly);
  if (flags.json)
    out.print(JSON.stringify({ stage: options.stage, stack: options.stack, ...deployed, apiKey }, null, 2));
  else out.say(...nextSteps(chosen, outputs, apiKey));
  return exit.passed;
}

async function compare(cdk: Cdk, { folder }: Assembly, options: Settled): Promise<number> {
  const { status } = await cdk(diffArgs(folder, options), options.region);
  return status === 0 ? exit.passed : exit.incomplete;
}

const bootstrapLines = (options: Settled): string[] => [
  '',
  `If the account has no CDK bootstrap, Downpour makes the bootstrap first: ${bootstrapGives(options)}`,
];

/**
 * Asks the user to confirm the deployment.
 * @throws DownpourError `CONFIRMATION_MISSING` (400) without a terminal in which the user can answer.
 */
async function isConfirmed({ yes }: Flags, prompt: Prompt | undefined): Promise<boolean> {
  if (yes) return true;
  if (prompt !== undefined) return isYes(prompt, 'Create or change these resources?');
  const message =
    '--yes is missing: without a terminal you cannot confirm the changes; --dry-run only shows them';
  throw new DownpourError('CONFIRMATION_MISSING', 400, message);
}

/** Runs a command of the CDK that creates resources. */
type Create = (args: readonly string[], what: string) => Promise<void>;

/**
 * Returns a function that runs a command of the CDK. If the account has no bootstrap (the CDK's own
 * resources), the function asks the user and creates it.
 */
function createWith({ cdk, prompt }: Tools, flags: Flags, { folder }: Assembly, options: Settled): Create {
  return async (args, what) => {
    let end = await cdk(args, options.region);
    if (lacksBootstrap(end)) {
      await allowBootstrap(flags, prompt, options);
      if ((await cdk(bootstrapArgs(folder, options), options.region)).status !== 0)
        throw failed(
          'the account could not be prepared for the CDK; the lines above have the errors of the CDK',
        );
      end = await cdk(args, options.region);
    }
    if (end.status !== 0) throw failed(`${what} failed; ${adviceFor(end.output)}`);
  };
}

/**
 * Asks the user to allow a bootstrap of the account.
 * @throws DownpourError `BOOTSTRAP_MISSING` (409)
 */
async function allowBootstrap(
  { yes = false, bootstrap = false }: Flags,
  prompt: Prompt | undefined,
  options: Settled,
): Promise<void> {
  if (bootstrap) return;
  const gives = bootstrapGives(options);
  const question = `This account and region were never prepared for the CDK: ${gives}. Prepare this account and region?`;
  if (!yes && prompt !== undefined && (await isYes(prompt, question))) return;
  throw new DownpourError(
    'BOOTSTRAP_MISSING',
    409,
    `this account and region have no CDK bootstrap, so nothing was created; to make it, add --bootstrap: ${gives}`,
  );
}

async function createStage(
  run: Create,
  { folder }: Assembly,
  options: Settled,
): Promise<Readonly<Record<string, string>>> {
  const file = join(folder, '..', 'outputs.json');
  await run(deployArgs(folder, options, file), 'the deployment');
  const all = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string> | undefined>;
  return all[options.stack] ?? {};
}

const failed = (message: string): DownpourError => new DownpourError('DEPLOYMENT_FAILED', 502, message);

/** The account, region and stack of the deployment. Undefined when the CDK did not report them. */
function placeOf(
  { account, region }: Assembly,
  options: Settled,
  outputs: Deployed['outputs'],
): Deployed | undefined {
  if (account === undefined || region === undefined) return undefined;
  const regions = regionsOf(options.regions);
  return { account, region, stack: options.stack, ...(regions.length === 0 ? {} : { regions }), outputs };
}

/**
 * Deletes versions of functions that no burst can call any more, in every region. They cost nothing, but an
 * account stores a limited amount of code. A missing permission therefore leaves only a message.
 */
async function forgetVersions(
  { deleteOldVersions }: Account,
  { regions }: Settled,
  { StateMachineArn: machine }: Deployed['outputs'],
  say: Terminal,
): Promise<void> {
  if (machine === undefined) return;
  const machines = [machine, ...regionsOf(regions).map((region) => machineIn(region, machine))];
  const ends = await Promise.all(machines.map((each) => deleteOldVersions(each, Date.now())));
  for (const end of ends)
    if (end instanceof Error)
      say.say(`Old versions of functions remain, because AWS refuses to delete them (${firstLine(end)}).`);
}

/**
 * Messages about stacks of further regions that the options no longer contain. The CDK does not delete them.
 */
function leftOver({ known, options }: Chosen): string[] {
  const now = regionsOf(options.regions);
  const gone = (known.deployed?.regions ?? []).filter((region) => !now.includes(region));
  return gone.map(
    (region) =>
      `The deployment no longer uses load generators (drives) in ${region}. Delete their stack: aws cloudformation delete-stack --region ${region} --stack-name ${driverStack(options.stack, region)}`,
  );
}

/**
 * Requests the first administrator key. Undefined when there is a key already, or when the stack has no
 * function for it.
 */
async function firstKey(
  { replaceUnusedKey = false }: Flags,
  { makeFirstKey }: Tools,
  { region: chosenRegion }: Settled,
  { FirstKeyFunction }: Readonly<Record<string, string>>,
  { region = chosenRegion }: Assembly,
): Promise<string | undefined> {
  if (FirstKeyFunction === undefined) return undefined;
  const made = await makeFirstKey({ function: FirstKeyFunction, region, replaceUnused: replaceUnusedKey });
  return 'apiKey' in made ? made.apiKey : undefined;
}

function nextSteps(
  { file, known, options }: Chosen,
  outputs: Deployed['outputs'],
  apiKey: string | undefined,
): string[] {
  const { ApiUrl: url, DomainTarget: target, LoadAddress: address } = outputs;
  const [host = ''] = (options.targets ?? '').split(',');
  const key = apiKey ?? '<the key>';
  return [
    '',
    `Stage ${options.stage} is up${url === undefined ? ', but its URL is unknown' : `: ${url}`}`,
    `The options of the stage are in ${file}. Commit this file, so that your colleagues deploy the same.`,
    ...leftOver({ file, known, options }),
    ...(target === undefined ? [] : [`Point ${options.domain} at ${target}.`]),
    ...(options.privateApi === undefined
      ? []
      : ['The API is private: you can call it only from a network that reaches its VPC endpoint.']),
    ...(address === undefined
      ? []
      : [`The load generators send from these addresses: ${address.replaceAll(',', ', ')}.`]),
    ...(apiKey === undefined
      ? [
          'The first administrator key exists already. If the key was lost before its first use, replace it with --replace-unused-key.',
        ]
      : ['This is the first administrator key. Store the key now, because Downpour does not show it again.']),
    '',
    `  export DOWNPOUR_URL=${url ?? '<ApiUrl>'} DOWNPOUR_API_KEY=${key}`,
    `  bin/downpour run examples/quickstart.hf.yaml -P HOST=https://${host.replace('*.', 'www.')}`,
  ];
}
