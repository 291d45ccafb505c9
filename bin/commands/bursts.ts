import type { Command } from 'commander';
import type { BurstSummary } from '../../lib/api.generated.ts';
import { serverNow } from '../../lib/client/server-clock.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import { span } from '../../lib/report/units.ts';
import { dataOption, isAlone, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { dataWords, typedCommand } from '../cli/shell-command.ts';
import { wholeNumber } from '../document/read-document.ts';
import { paintState } from '../terminal/paint.ts';
import { table, utcTime } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type BurstsOptions = {
  readonly limit: number;
  readonly before?: string;
  readonly active?: boolean;
  readonly json?: boolean;
  readonly data?: string;
};

export function addBursts(program: Command, context: Context): void {
  program
    .command('bursts')
    .summary('list the newest bursts')
    .description('List the newest bursts: all running bursts, and the bursts of the last 30 days.')
    .option('--limit <n>', 'largest number of bursts to list, up to 100', wholeNumber(1, 100), 20)
    .option('--before <next>', 'start after an earlier page: the value `next` of that page')
    .option('--active', 'only bursts that have not ended')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: BurstsOptions) => context.finish(await bursts(options, context)));
}

const help = `
\`downpour watch BURST\` follows one of them, \`downpour report RUN\` shows its result.

Examples:
  $ downpour bursts
  $ downpour bursts --active
  $ downpour bursts --json | jq -r '.bursts[] | select(.state == "failed") | .reason'`;

async function bursts({ data, json, ...page }: BurstsOptions, context: Context): Promise<number> {
  const { out, err } = context;
  const alone = await isAlone({ data }, context);
  const summary = await withApi({ data }, context, (api) => api.bursts(page));
  if (json) out.print(JSON.stringify(summary, null, 2));
  else out.say(...burstTable(summary.bursts, { now: serverNow(), active: page.active === true, alone }, out));
  if (!json && summary.next !== undefined)
    out.say(out.paint.dim(`There are more bursts: add --before '${summary.next}'`));
  const left = alone ? summary.bursts.filter(({ state }) => !isFinal(state)) : [];
  const over = dataWords(data);
  for (const { id } of left)
    err.say(
      `Burst ${id} has not ended, because the command that followed it was interrupted. To continue with the burst: ${typedCommand(context.environment)} watch ${id}${over}`,
    );
  return exit.passed;
}

/** @param alone true when no process on this machine continues the bursts that have not ended. */
function burstTable(
  list: readonly BurstSummary[],
  { now, active, alone }: { readonly now: number; readonly active: boolean; readonly alone: boolean },
  { paint, width }: Terminal,
): string[] {
  if (list.length === 0)
    return [active ? 'No burst is running.' : 'No bursts yet. `downpour run FILE` starts one.'];
  const rows = list.map(({ id, state, benchmark, user, createdAt, endedAt, runId, reason }) => [
    id,
    isFinal(state) ? paintState(state, paint) : alone ? paint.yellow('interrupted') : paint.cyan(state),
    benchmark,
    `${utcTime(createdAt)}Z`,
    span(Math.max(0, (endedAt ?? now) - createdAt)),
    user,
    runId === undefined ? '-' : `${runId}`,
    reason ?? '',
  ]);
  const columns = [
    { title: 'burst', align: 'left' },
    { title: 'state', align: 'left' },
    { title: 'benchmark', align: 'left', widthMax: 32 },
    { title: 'started', align: 'left', leaves: 2 },
    { title: 'lasts', align: 'right', leaves: 3 },
    { title: 'by', align: 'left', widthMax: 24 },
    { title: 'run', align: 'right' },
    { title: 'reason', align: 'left', widthMax: 60, leaves: 1 },
  ] as const;
  return table(columns, rows, { width, heading: paint.dim });
}
