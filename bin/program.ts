import { Command } from 'commander';
import { version } from '../lib/project.ts';
import { type Context, usualPorts } from './cli/context.ts';
import { refuseEmpty } from './cli/empty-arguments.ts';
import { exitCodesHelp, helpHint } from './cli/exit-code.ts';
import { explainErrors } from './cli/explain-errors.ts';
import { addAudit } from './commands/audit.ts';
import { addBursts } from './commands/bursts.ts';
import { addChanges } from './commands/changes.ts';
import { addCompare } from './commands/compare.ts';
import { addCompletion } from './commands/completion.ts';
import { addDeploy } from './commands/deploy.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addFailures } from './commands/failures.ts';
import { addImport } from './commands/import.ts';
import { addInit } from './commands/init.ts';
import { addKey } from './commands/key.ts';
import { addLabels } from './commands/labels.ts';
import { addOpen } from './commands/open.ts';
import { addPlan } from './commands/plan.ts';
import { addQuery } from './commands/query.ts';
import { addReport } from './commands/report.ts';
import { addRun } from './commands/run.ts';
import { addRuns } from './commands/runs.ts';
import { addSchedule } from './commands/schedule.ts';
import { addServe } from './commands/serve.ts';
import { addStop } from './commands/stop.ts';
import { addTarget } from './commands/target.ts';
import { addTeam } from './commands/team.ts';
import { addTests } from './commands/tests.ts';
import { addUpload } from './commands/upload.ts';
import { addUser } from './commands/user.ts';
import { addValidate } from './commands/validate.ts';
import { addWatch } from './commands/watch.ts';
import { addWrk, addWrk2 } from './commands/wrk.ts';

/**
 * Builds the whole command line. It throws CommanderError for help, version and usage errors, and
 * DownpourError for other errors.
 */
export function buildProgram(context: Context): Command {
  const program = new Command('downpour')
    .description('Generates load from many functions at once, keeps the runs and answers queries about them.')
    .version(version(), '-V, --version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError(helpHint)
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => context.out.say(...linesOf(text)),
      writeErr: (text) => context.err.say(...linesOf(text)),
      outputError: (text, write) =>
        write(plainRefusal(text).replace(/^error: /, `${context.err.paint.red('error')} `)),
    })
    .configureHelp({ sortOptions: false, styleTitle: (title) => context.out.paint.bold(title) })
    .exitOverride()
    .addHelpText('after', overview);
  for (const add of [
    addInit,
    addImport,
    addRun,
    addValidate,
    addPlan,
    addWrk,
    addWrk2,
    addWatch,
    addBursts,
    addServe,
    addReport,
    addOpen,
    addCompare,
    addExport,
    addQuery,
    addTests,
    addRuns,
    addLabels,
    addChanges,
    addFailures,
    addStop,
    addSchedule,
    addUpload,
    addKey,
    addUser,
    addTeam,
    addAudit,
    addTarget,
    addDeploy,
    addDoctor,
    addCompletion,
  ])
    add(program, context);
  explainErrors(program);
  return program.hook('preAction', (_, command) => refuseEmpty(command));
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const overview = `
Examples:
  $ downpour run shop.hf.yaml                               run a benchmark
  $ downpour query last '$.stats[*].total.summary' --array  query the newest run
  $ downpour serve                                          run the API on port ${usualPorts.api}

Words:
  burst             one execution of a benchmark
  run               the stored result of a burst, or a JSON document that you upload

Environment:
  DOWNPOUR_URL      the address of the API (default: one on this machine, with data in .downpour/)
  DOWNPOUR_API_KEY  the key for DOWNPOUR_URL
  DOWNPOUR_SERVICE  NAME in the header X-NAME-API-Key (default: Downpour)
  HTTPS_PROXY       the proxy for calls to the API and to AWS; load uses no proxy
  NO_COLOR          no colours
${exitCodesHelp}`;

/** The refusal of a value with the words in the order of other messages: the value, its place, the reason. */
const plainRefusal = (text: string): string =>
  text
    .replace(
      /^error: option '([^']*)' argument ('.*?') is invalid\./s,
      "error: the value $2 of the option '$1' is invalid.",
    )
    .replace(
      /^error: command-argument value ('.*?') is invalid for argument '([^']*)'\./s,
      "error: the value $1 of the argument '$2' is invalid.",
    );
