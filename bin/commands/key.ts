import type { Command } from 'commander';
import type { ApiKeyResponse } from '../../lib/api.generated.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type KeyOptions = { readonly json?: boolean; readonly data?: string };

export function addKey(program: Command, context: Context): void {
  const key = program
    .command('key')
    .summary('create, list and revoke API keys')
    .description('Create, list and revoke API keys.')
    .addHelpText('after', help);
  key
    .command('create')
    .description('Create a key and print it: the only time it is shown.')
    .argument('<name>', 'what the key is for')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('export DOWNPOUR_API_KEY=$(downpour key create "build server")'))
    .action(async (name: string, options: KeyOptions) =>
      context.finish(await create(name, options, context)),
    );
  key
    .command('list')
    .description('List the keys: names, ages and last use, never the keys themselves.')
    .option('--json', 'print the answer of the API as it is')
    .addOption(dataOption())
    .addHelpText('after', exampleOf("downpour key list --json | jq '.[].name'"))
    .action(async (options: KeyOptions) => context.finish(await list(options, context)));
  key
    .command('revoke')
    .description('Revoke a key for ever.')
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

const exampleOf = (line: string): string => `\nExamples:\n  $ ${line}`;

/** The key alone on standard output, so that a script can keep it. */
async function create(name: string, options: KeyOptions, context: Context): Promise<number> {
  const key = await withApi({ data: options.data }, context, (api) => api.createKey(name));
  context.out.say(key.trim());
  context.err.say(context.err.paint.dim('Keep it now: it is not shown again.'));
  return exit.passed;
}

async function list(options: KeyOptions, context: Context): Promise<number> {
  const keys = await withApi({ data: options.data }, context, (api) => api.keys());
  if (options.json) context.out.say(JSON.stringify(keys, null, 2));
  else context.out.say(...keyTable(keys, context.out));
  return exit.passed;
}

async function revoke(id: number, options: KeyOptions, context: Context): Promise<number> {
  await withApi({ data: options.data }, context, (api) => api.revokeKey(id));
  context.out.say(`Key ${id} is revoked.`);
  return exit.passed;
}

function keyTable(keys: readonly ApiKeyResponse[], { paint, width }: Terminal): string[] {
  const columns = [
    { title: 'key', align: 'right' },
    { title: 'name', align: 'left', widthMax: 40 },
    { title: 'begins', align: 'left' },
    { title: 'role', align: 'left' },
    { title: 'created', align: 'left' },
    { title: 'last used', align: 'left' },
    { title: 'state', align: 'left' },
  ] as const;
  const rows = keys.map((key) => [
    `${key.id}`,
    key.name ?? '',
    key.prefix,
    key.role,
    day(key.creation),
    day(key.access),
    stateOf(key),
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
