import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Change, Variable } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { table, utcTime } from '../terminal/table.ts';

type Options = {
  readonly variable?: string;
  readonly fingerprint?: string;
  readonly check?: boolean;
  readonly json?: boolean;
  readonly data?: string;
};

export function addChanges(program: Command, context: Context): void {
  const changes = program
    .command('changes')
    .summary('list, confirm and dismiss changes')
    .description('List the changes that were found in a test, confirm or dismiss them.')
    .addHelpText('after', help);
  changes
    .command('list')
    .description('List the changes in the variables of a test, by time.')
    .argument('<test>', 'name or number of the test')
    .option('--variable <name>', 'only changes of this variable')
    .option('--fingerprint <json>', 'only changes of one series: labels and their values', jsonObject)
    .option('--check', 'exit with code 1 when the list has a change that is not confirmed')
    .option('--json', 'print the answers of the API as one JSON list')
    .addOption(dataOption())
    .addHelpText('after', listHelp)
    .action(async (test: string, options: Options) => context.finish(await list(test, options, context)));
  changes
    .command('confirm')
    .description(
      'Confirm a change. It stays in the list and sends no further notification. A new change close to it still sends a notification.',
    )
    .argument('<change>', 'number of the change', wholeNumber(1))
    .addOption(new Option('--description <text>', 'the cause of the change'))
    .addOption(dataOption())
    .addHelpText('after', "\nExamples:\n  $ downpour changes confirm 12 --description 'the new compiler'")
    .action(async (id: number, { data, description }: { data?: string; description?: string }) => {
      await withApi({ data }, context, (api) => api.confirmChange(id, description));
      context.out.say(`Change ${id} is confirmed.`);
      context.finish(exit.passed);
    });
  changes
    .command('dismiss')
    .description(
      'Dismiss a change as a false alarm. Downpour does not report it again, but reports a new change near it.',
    )
    .argument('<change>', 'number of the change', wholeNumber(1))
    .addOption(dataOption())
    .addHelpText('after', dismissHelp)
    .action(async (id: number, { data }: { data?: string }) => {
      await withApi({ data }, context, (api) => api.dismissChange(id));
      context.out.say(`Change ${id} is dismissed.`);
      context.finish(exit.passed);
    });
}

const help = `
Use the API to define the variables of a test, and how Downpour detects changes in them.

Examples:
  $ downpour changes list shop
  $ downpour changes confirm 12`;

const listHelp = `
Examples:
  $ downpour changes list shop
  $ downpour changes list shop --check --json

Exit codes: 0 listed, 1 with --check: a change is not confirmed, 2 syntax error, 3 no API.`;

const dismissHelp = `
Examples:
  $ downpour changes dismiss 12

Only this value is dismissed. If a new level begins at this value and stays, Downpour reports it once more.`;

async function list(name: string, options: Options, context: Context): Promise<number> {
  const found = await withApi({ data: options.data }, context, (api) => changesOf(api, name, options));
  const code = options.check && found.some(({ confirmed }) => !confirmed) ? exit.failed : exit.passed;
  context.finish(code);
  if (options.json) context.out.print(JSON.stringify(found, null, 2));
  else context.out.say(...changeTable(found, context));
  return code;
}

/** Checks that a text is a JSON object. The API does not check it for a test without variables. */
function jsonObject(text: string): string {
  const expected = 'Expected a JSON object of values by label, such as \'{"branch":"main"}\'.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(expected);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidArgumentError(expected);
  return text;
}

async function changesOf(
  api: Api,
  name: string,
  { variable, fingerprint }: Options,
): Promise<readonly Change[]> {
  const variables = await api.variables((await api.test(name)).id);
  const selected = variables.filter((each) => variable === undefined || each.name === variable);
  if (selected.length === 0 && variable !== undefined) throw unknownVariable(variable, variables);
  const found: Change[] = [];
  for (const { id } of selected) found.push(...(await api.changes(id, fingerprint)));
  return found.sort((a, b) => a.timestamp - b.timestamp || a.id - b.id);
}

function changeTable(changes: readonly Change[], { out: { paint, width } }: Context): readonly string[] {
  if (changes.length === 0) return ['No changes.'];
  const columns = [
    { title: 'change', align: 'right' },
    { title: 'when', align: 'left' },
    { title: 'run', align: 'right' },
    { title: 'variable', align: 'left', widthMax: 32 },
    { title: 'series', align: 'left', widthMax: 32, leaves: 2 },
    { title: 'state', align: 'left' },
    { title: 'what', align: 'left', leaves: 1 },
  ] as const;
  const rows = changes.map((change) => [
    `${change.id}`,
    utcTime(change.timestamp),
    `${change.dataset.runId}`,
    change.variable.name,
    Object.keys(change.fingerprint).length === 0 ? '' : JSON.stringify(change.fingerprint),
    change.confirmed ? 'confirmed' : paint.yellow('new'),
    change.description ?? change.explanation,
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}

function unknownVariable(name: string, variables: readonly Variable[]): DownpourError {
  const there =
    variables.length === 0
      ? 'the test has no variables'
      : `its variables are ${variables.map((each) => each.name).join(', ')}`;
  return new DownpourError('VARIABLE_UNKNOWN', 404, `the test has no variable '${name}': ${there}`);
}
