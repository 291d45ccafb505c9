import type { Command } from 'commander';
import type { AuditEntry } from '../../lib/api.generated.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { table, utcTime } from '../terminal/table.ts';

type Options = {
  readonly limit: number;
  readonly before?: string;
  readonly user?: string;
  readonly operation?: string;
  readonly json?: boolean;
  readonly data?: string;
};

export function addAudit(program: Command, context: Context): void {
  program
    .command('audit')
    .summary('show who changed what')
    .description('Show who changed what, the latest first, for administrators.')
    .option('--limit <n>', 'largest number of entries to show', wholeNumber(1, 1000), 50)
    .option('--before <next>', 'start after an earlier page: the value `next` of that page')
    .option('--user <name>', 'only requests of this user')
    .option('--operation <name>', 'only requests for this operation, such as test-delete')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: Options) => context.finish(await audit(options, context)));
}

const help = `
The list has every request for a change, also rejected ones. It has the names of users, and no
other contents of requests.

Examples:
  $ downpour audit --user ada
  $ downpour audit --operation test-delete --json | jq '.entries[].path.id'`;

async function audit({ json, data, ...query }: Options, context: Context): Promise<number> {
  const { out, err } = context;
  const page = await withApi({ data }, context, (api) => api.audit(query));
  if (json) out.print(JSON.stringify(page, null, 2));
  else if (page.entries.length === 0) out.say('No entry is in this part of the list.');
  else out.say(...entryTable(page.entries, context));
  if (!json && page.next !== undefined)
    err.say(err.paint.dim(`To list older entries, add --before '${page.next}'`));
  return exit.passed;
}

function entryTable(entries: readonly AuditEntry[], { out: { paint, width } }: Context): string[] {
  const columns = ['when', 'user', 'with', 'operation', 'what', 'status'].map(
    (title) => ({ title, align: 'left' }) as const,
  );
  const rows = entries.map((entry) => [
    utcTime(entry.at),
    entry.user,
    entry.keyId === undefined ? entry.by : `${entry.by} ${entry.keyId}`,
    entry.operation,
    [
      ...Object.values(entry.path ?? {}),
      ...(entry.users ?? []),
      ...(entry.made ?? []).map((id) => `-> ${id}`),
    ].join(' '),
    `${entry.status}`,
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}
