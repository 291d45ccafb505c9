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
import { type DestroyFlags, destroy } from './deploy/destroy.ts';
import { withOptions } from './deploy/flags.ts';
import { openQuestions } from './deploy/prompt.ts';
import { deployments as usual } from './deploy/stage-file.ts';

/** Builds the command line of `npm run destroy`. */
function buildDestroy(context: Context): Command {
  const command = new Command('npm run destroy --')
    .description(
      'Deletes a stage from your AWS account, after it has listed the deleted and the kept resources.',
    )
    .option('--yes', 'delete without asking')
    .option('--wait', 'wait until no burst of the stage runs')
    .option('--force', 'delete while bursts run; their drives may send load for up to 15 minutes more')
    .option('--json', 'print the kept resources as JSON')
    .option('--deployments <folder>', 'folder with a file of options for each stage (default: deployments/)')
    .showHelpAfterError(helpHint)
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', '\nExamples:\n  $ npm run destroy -- --stage sandbox')
    .action(async (flags: DestroyFlags) =>
      context.finish(await destroy(flags, toolsOf(context, flags), context)),
    );
  withOptions(command, ['stage']);
  explainErrors(command);
  return refuseKept(command, context.environment);
}

const toolsOf = (context: Context, { deployments = usual }: DestroyFlags) => ({
  pause,
  cdk: openCdk(context.environment, (line) => context.err.say(line)),
  configuration: openConfiguration(context.environment),
  account,
  prompt: openQuestions(context),
  deployments,
});

await main(buildDestroy);
