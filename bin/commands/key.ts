import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiKeyResponse, KeyLimits, Scope } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { formatLimits, keyLimitNames } from '../../lib/results/identity/burst-limits.ts';
import { scopes } from '../../lib/results/identity/scopes.ts';
import type { Api } from '../api/client.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type CreateOptions = KeyOptions & {
  readonly limits?: KeyLimits;
  readonly dialect?: 'jsonpath' | 'sql';
  readonly scope?: [Scope, ...Scope[]];
  readonly unusedDays?: number;
};
type KeyOptions = { readonly json?: boolean; readonly data?: string };

export function addKey(program: Command, context: Context): void {
  const key = program
    .command('key')
    .summary('create, list, rename and revoke API keys')
    .description('Create, list, rename and revoke API keys.')
    .addHelpText('after', help);
  key
    .command('create')
    .description('Create a key and print it. Downpour does not show the key again.')
    .argument('<name>', 'a name for the API key, for example its purpose')
    .option(
      '--limits <name=value,...>',
      `largest load that this key may start, as limits with these names: ${keyLimitNames.join(', ')}`,
      limitsIn,
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'query language of this key for expressions that are valid as JSONPath and as SQL/JSON path',
      ).choices(['jsonpath', 'sql']),
    )
    .addOption(
      new Option('--scope <names...>', 'the scopes of the key (default: read, upload and drive)').choices(
        scopes,
      ),
    )
    .option(
      '--unused-days <n>',
      'days without use after which the key expires, 0 for never (default: 30)',
      wholeNumber(0, 3650),
    )
    .addOption(dataOption())
    .addHelpText('after', createHelp)
    .action(async (name: string, options: CreateOptions) =>
      context.finish(await create(name, options, context)),
    );
  key
    .command('list')
    .description('List the keys: names, ages and last use, but not the keys themselves.')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', listHelp)
    .action(async (options: KeyOptions) => context.finish(await list(options, context)));
  key
    .command('rename')
    .description('Give a key another name.')
    .argument('<id>', 'number of the key, from `key list`', wholeNumber(1))
    .argument('<name>', 'a name for the API key, for example its purpose')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour key rename 3 "old build server"'))
    .action(async (id: number, name: string, options: KeyOptions) =>
      context.finish(await rename(id, name, options, context)),
    );
  key
    .command('revoke')
    .summary('revoke a key permanently')
    .description(
      'Revoke a key permanently. Schedules that use it start no more bursts, and the command names them.',
    )
    .argument('<id>', 'number of the key, from `key list`', wholeNumber(1))
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour key revoke 3'))
    .action(async (id: number, options: KeyOptions) => context.finish(await revoke(id, options, context)));
}

const help = `
Examples:
  $ export DOWNPOUR_API_KEY=$(downpour key create "build server")
  $ downpour key list
  $ downpour key revoke 3`;

const createHelp = `
Limits hold below what the deployment allows, and for the keys that this key creates. Their units
are those of a deployment's ceilings; burstsAtOnceMax counts bursts that have not ended.

Examples:
  $ export DOWNPOUR_API_KEY=$(downpour key create "build server")
  $ downpour key create ci --limits usersPerSecMax=500,dollarsMax=5,burstsAtOnceMax=1
  $ downpour key create dashboard --scope read --unused-days 0`;

/**
 * Parses the limits of a key. This function checks that their names are known and their values are above 0.
 * Its error lists the known names. The API checks the values further.
 */
function limitsIn(text: string): KeyLimits {
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(pair) ?? [];
    const known = keyLimitNames.find((each) => each === name);
    if (known === undefined || Number(value) <= 0)
      throw new InvalidArgumentError(
        `Expected pairs such as usersPerSecMax=500,dollarsMax=5, got '${pair}'; the names are ${keyLimitNames.join(', ')}.`,
      );
    return [known, Number(value)] as const;
  });
  return Object.fromEntries(pairs);
}

const listHelp = `
Administrators see the keys of all users. A key that is valid for a number of days expires when
that many days pass without use.

Examples:
  $ downpour key list
  $ downpour key list --json | jq '.[].name'`;

const exampleOf = (line: string): string => `\nExamples:\n  $ ${line}`;

/** Creates a key. Standard output has only the key, so that a script can store it. */
async function create(name: string, options: CreateOptions, context: Context): Promise<number> {
  const { data, limits, dialect, scope: scopes, unusedDays } = options;
  const key = await withApi({ data, keeps: true }, context, (api) =>
    api.createKey(name, { limits, dialect, scopes, unusedDays }),
  );
  context.out.say(key.trim());
  context.err.say(context.err.paint.dim('Store the key now, because Downpour does not show it again.'));
  return exit.passed;
}

async function list(options: KeyOptions, context: Context): Promise<number> {
  const keys = await withApi({ data: options.data }, context, (api) => api.keys());
  if (options.json) context.out.print(JSON.stringify(keys, null, 2));
  else context.out.say(...keyTable(keys, context.out));
  return exit.passed;
}

async function rename(id: number, name: string, options: KeyOptions, context: Context): Promise<number> {
  await withApi({ data: options.data }, context, (api) => api.renameKey(id, name));
  context.out.say(`Key ${id} has the new name '${name}'.`);
  return exit.passed;
}

async function revoke(id: number, options: KeyOptions, context: Context): Promise<number> {
  const orphans = await withApi({ data: options.data }, context, async (api) => {
    // After the revocation, a command that uses this key itself can list nothing.
    const found = await schedulesOf(id, api);
    await api.revokeKey(id);
    return found;
  });
  const { out, err } = context;
  out.say(`Key ${id} is revoked.`);
  if (orphans === undefined)
    err.say(
      err.paint.dim('If schedules use it, they start no more bursts: `downpour schedule list` shows them.'),
    );
  else if (orphans.length > 0)
    err.say(
      `Schedules that use it start no more bursts: ${orphans.join(', ')}. Remove each of them, and add it again with another key.`,
    );
  return exit.passed;
}

/**
 * The names of the schedules that use a key. Undefined when the API does not list them, because a key must be
 * revocable all the same.
 */
async function schedulesOf(key: number, api: Api): Promise<readonly string[] | undefined> {
  try {
    const { schedules } = await api.schedules();
    return schedules.flatMap(({ name, keyId }) => (keyId === key ? [name] : []));
  } catch (error) {
    if (error instanceof DownpourError) return undefined;
    throw error;
  }
}

function keyTable(keys: readonly ApiKeyResponse[], { paint, width }: Terminal): string[] {
  const columns = [
    { title: 'key', align: 'right' },
    { title: 'name', align: 'left', widthMax: 40 },
    { title: 'begins', align: 'left' },
    { title: 'user', align: 'left', widthMax: 40 },
    { title: 'created', align: 'left' },
    { title: 'last used', align: 'left' },
    { title: 'state', align: 'left' },
    ...(keys.some(({ scopes }) => scopes) ? [{ title: 'good for', align: 'left', leaves: 1 } as const] : []),
    ...(keys.some(({ limits }) => limits) ? [{ title: 'limits', align: 'left' } as const] : []),
  ] as const;
  const rows = keys.map((key) => [
    `${key.id}`,
    key.name ?? '',
    key.prefix,
    key.user,
    day(key.creation),
    day(key.access),
    stateOf(key),
    ...(keys.some(({ scopes }) => scopes) ? [key.scopes.join(', ')] : []),
    ...(keys.some(({ limits }) => limits) ? [formatLimits(key.limits ?? {})] : []),
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}

function stateOf(key: ApiKeyResponse): string {
  if (key.isRevoked) return 'revoked';
  if (key.toExpiration === null) return 'valid';
  return key.toExpiration < 0 ? 'expired' : `valid for ${key.toExpiration} days`;
}

function day(epochMs: number | null): string {
  return epochMs === null ? 'never' : new Date(epochMs).toISOString().slice(0, 10);
}
