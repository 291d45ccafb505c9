import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { Context } from './cli/context.ts';
import { helpHint } from './cli/exit-code.ts';
import { explainErrors } from './cli/explain-errors.ts';
import { main } from './cli/main.ts';
import { refuseKept } from './cli/npm-options.ts';
import { account } from './deploy/account/account-calls.ts';
import { openConfiguration } from './deploy/aws-configuration.ts';
import { openCdk } from './deploy/cdk.ts';
import { deploy } from './deploy/deploy.ts';
import { makeFirstKey } from './deploy/first-key.ts';
import { type Flags, withOptions } from './deploy/flags.ts';
import { openQuestions } from './deploy/prompt.ts';
import { deployments as usual } from './deploy/stage-file.ts';

/** Builds the command line of `npm run deploy`. */
function buildDeploy(context: Context): Command {
  const command = new Command('npm run deploy --')
    .description(
      'Deploys a stage into your AWS account, or deploys it again: asks for missing options, shows the resources and the price, and stores the options in deployments/STAGE.json.',
    )
    .option('--yes', 'deploy without a confirmation')
    .option('--bootstrap', 'prepare the account for the CDK when it has no bootstrap')
    .option('--wait', 'wait until no burst of the stage runs')
    .option('--force', 'deploy while bursts run; they keep the code with which they started')
    .option('--request-quota', 'ask AWS for the concurrency that the largest allowed burst (shardsMax) needs')
    .option('--dry-run', 'show the changes, and do nothing')
    .option('--json', 'print the URL of the deployment as JSON, with the first key when it is new')
    .option('--forget <name>', 'reset an option to its default; repeatable', append)
    .option('--replace-unused-key', 'replace the first administrator key if it was never used')
    .option('--deployments <folder>', 'folder with a file of options for each stage (default: deployments/)')
    .showHelpAfterError(helpHint)
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', help)
    .action(async (flags: Flags) => context.finish(await deploy(flags, toolsOf(context, flags), context)));
  withOptions(command);
  explainErrors(command);
  return refuseKept(command, context.environment);
}

const toolsOf = (context: Context, { deployments = usual }: Flags) => ({
  pause,
  cdk: openCdk(context.environment, (line) => context.err.say(line)),
  makeFirstKey,
  account,
  configuration: openConfiguration(context.environment),
  prompt: openQuestions(context),
  deployments,
});

const append = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const help = `
Examples:
  $ npm run deploy
  $ npm run deploy -- --stage prod --targets shop.example.com --alarm-email night@example.com
  $ npm run deploy -- --stage prod --dry-run
  $ npm run --silent deploy -- --stage ci --targets test.example.com --yes --json`;

await main(buildDeploy);
