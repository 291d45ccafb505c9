import { isOption, readOptions, type Settled } from '../../lib/cloud/options/read.ts';
import { type Option, type OptionName, options } from '../../lib/cloud/options/table.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Configuration, requireRegion } from './aws-configuration.ts';
import { type Flags, flagOf, missing, optionsIn } from './flags.ts';
import type { Prompt } from './prompt.ts';
import { fileOf, type Remembered, recall, refuseElsewhere, rememberedStages } from './stage-file.ts';

/**
 * The options of a stage: the stored options, the options of this call, and the answers of a person at a
 * terminal.
 */
export type Chosen = {
  readonly file: string;
  readonly known: Remembered;
  /** All options with the region, from any source. */
  readonly options: Settled & { readonly region: string };
};

/** The folder of stored options, the person who answers questions, and the AWS configuration. */
export type Surroundings = {
  readonly deployments: string;
  /** Asks the person at the terminal. Undefined: there is no terminal for questions. */
  readonly prompt: Prompt | undefined;
  readonly configuration: Configuration;
};

/**
 * Determines the options of a stage.
 * @throws DownpourError `OPTION_MISSING`, `DEPLOYMENT_OPTION`, `DEPLOYMENT_FILE`, `REGION_MISSING` (400),
 * `DEPLOYED_ELSEWHERE` (409)
 */
export async function chooseOptions(
  flags: Flags,
  { deployments: folder, prompt, configuration }: Surroundings,
  out: Terminal,
): Promise<Chosen> {
  const stage = flags.stage ?? (await promptForStage(folder, prompt));
  const file = fileOf(readOptions({ stage }).stage, folder);
  const before = await recall(file);
  const given: Record<string, unknown> = { ...before.options, ...optionsIn(flags), stage };
  for (const name of flags.forget ?? []) delete given[forgettable(name)];
  readOptions(given);
  // An existing stage has all options that it needs, so the command asks no questions. A user changes options
  // with flags.
  if (prompt !== undefined && before.deployed === undefined && !flags.yes)
    await promptForOptions(given, prompt, out);
  const settled = readOptions(given);
  if (settled.targets === undefined) throw missing('targets');
  refuseElsewhere(settled.stage, before.deployed, { stack: settled.stack });
  const region = await requireRegion(configuration, settled.region, before.deployed?.region);
  // Some options depend on the region, which only the AWS configuration may have.
  readOptions({ ...given, region });
  if (before.deployed !== undefined) refuseSecret(readOptions(before.options), settled);
  const { stage: _, ...kept } = given;
  return { file, known: { ...before, options: kept }, options: { ...settled, region } };
}

function forgettable(name: string): string {
  const option = Object.keys(options).find((each) => each === name || flagOf(each) === `--${name}`);
  if (option !== undefined && isOption(option) && option !== 'stage') return option;
  throw new DownpourError(
    'DEPLOYMENT_OPTION',
    400,
    `--forget ${name}: a deployment has no option ${name}; \`npm run deploy -- --help\` lists the options`,
  );
}

async function promptForStage(folder: string, prompt: Prompt | undefined): Promise<string> {
  if (prompt === undefined) throw missing('stage');
  const known = await rememberedStages(folder);
  const usual = known[0] ?? 'sandbox';
  const seen = known.length === 0 ? '' : ` (known: ${known.join(', ')})`;
  return (await prompt(`${options.stage.question}${seen} [${usual}]`)) || usual;
}

/**
 * Asks for each option that has a question and no value. After a wrong answer it shows the problem and asks
 * again.
 */
async function promptForOptions(
  given: Record<string, unknown>,
  prompt: Prompt,
  out: Terminal,
): Promise<void> {
  for (const [name, option] of Object.entries(options) as [OptionName, Option][]) {
    if (option.question === undefined || given[name] !== undefined) continue;
    const isNeeded = name === 'targets';
    const hint = isNeeded ? `for example ${option.example}` : `enter: ${option.otherwise}`;
    for (;;) {
      const answer = await prompt(`${option.question} [${hint.replaceAll('`', '')}]`);
      if (answer === '' && !isNeeded) break;
      if (answer !== '' && option.kind.read(answer) !== undefined) {
        given[name] = answer;
        break;
      }
      out.say(`Expected ${option.kind.expected}.`);
    }
  }
}

/**
 * Rejects a new secret of the distribution (CloudFront) that the functions do not accept yet. The secret must
 * first be deployed as the next secret.
 */
function refuseSecret({ firewall, firewallSecret: before }: Settled, after: Settled): void {
  const step = after.firewallSecret - before;
  if (firewall === undefined || after.firewall === undefined || step === 0 || step === 1) return;
  const message = `the option firewallSecret cannot change from ${before} to ${after.firewallSecret}: each change must add 1, so use ${before + 1}`;
  throw new DownpourError('DEPLOYMENT_OPTION', 400, message);
}
