import type { Hooks } from '../../lib/driver/model/benchmark.ts';
import type { Bill, Plan } from '../../lib/driver/model/plan.ts';
import { type PlanRow, planTable } from '../../lib/driver/planning/plan-table.ts';
import { bytes, counted, dollars, exactly, roughly, span } from '../../lib/report/units.ts';
import { plural } from '../../lib/words.ts';
import type { Paint } from './paint.ts';
import { type Column, table } from './table.ts';

const columns: readonly Column[] = [
  { title: 'phase', align: 'left', widthMax: 28 },
  { title: 'load', align: 'left' },
  { title: 'starts', align: 'left', widthMax: 48, leaves: 1 },
  { title: 'lasts', align: 'right' },
  { title: 'users', align: 'right' },
  { title: 'shards', align: 'right' },
  { title: 'segments', align: 'right', leaves: 3 },
  { title: 'connections', align: 'right', leaves: 2 },
];

/** The column of regions. It is shown only when a phase names regions. */
const regionsColumn: Column = { title: 'regions', align: 'left', leaves: 4 };

/** The lines of a plan: phases, targets and the price. */
export function planLines(plan: Plan, paint: Paint, width?: number): string[] {
  const { benchmark } = plan;
  const rows = planTable(plan);
  const placed = rows.some(({ regions }) => regions !== undefined);
  const shards = `${counted(plan.shards, 'shard')}${eventLoops(plan)}${plan.fargate === undefined ? '' : ', tasks of Fargate'}`;
  const facts = [counted(rows.length, 'phase'), shards, `seed ${plan.seed}`].join(', ');
  return [
    `${paint.bold(benchmark.name)}  ${paint.dim(facts)}`,
    '',
    ...table(placed ? [...columns, regionsColumn] : columns, rows.map(planRow), {
      width,
      heading: paint.dim,
      indent: 2,
    }),
    '',
    ...benchmark.targets.map(({ protocol, host, port, connections }) => {
      return `  ${paint.dim('target')}  ${protocol}://${host}:${port}, ${counted(connections.max, 'connection')}`;
    }),
    ...(benchmark.hotRod ?? []).map(({ protocol, servers, caches }) => {
      const hosts = servers.map(({ host, port }) => `${host}:${port}`).join(',');
      return `  ${paint.dim('target')}  ${protocol}://${hosts}, ${plural('cache', caches.length)} ${caches.join(', ')}`;
    }),
    ...(plan.files ?? []).map(({ path, bytes: size }) => `  ${paint.dim('file')}    ${path}, ${bytes(size)}`),
    ...hookNames(benchmark.hooks, paint),
    ...priceLines(plan, paint),
  ];
}

/** A text with the number of event loops in a shard. Empty for one event loop. */
function eventLoops({ phases }: Plan): string {
  const threads = phases.flatMap((phase) => phase.threads ?? (phase.shards > 0 ? [1] : []));
  const [least, most] = [Math.min(...threads), Math.max(...threads)];
  if (threads.length === 0 || most === 1) return '';
  return ` of ${least === most ? '' : `${least} to `}${most} event loops`;
}

/**
 * The names of the hooks. A plan does not show their commands, because a hook may contain a secret. `run`
 * shows a hook before it runs.
 */
const hookNames = (hooks: Hooks | undefined, paint: Paint): string[] =>
  (['pre', 'post'] as const)
    .filter((kind) => (hooks?.[kind].length ?? 0) > 0)
    .map((kind) => `  ${paint.dim(kind.padEnd(6))}  ${hooks?.[kind].map(({ name }) => name).join(', ')}`);

function planRow(row: PlanRow): string[] {
  const idle = row.shards === 0;
  return [
    row.name,
    row.load,
    row.start,
    row.durationMs === undefined ? '-' : span(row.durationMs),
    idle ? '-' : exactly(row.expectedArrivals),
    idle ? '-' : `${row.shards}`,
    idle ? '-' : `${row.segments}`,
    row.connections.map(({ perShard }) => `${perShard} a shard`).join(', '),
    Object.entries(row.regions ?? {})
      .map(([region, shards]) => `${region} ${shards}`)
      .join(', '),
  ];
}

/** The lines about the price, and about its parts of at least a cent when there are several. */
function priceLines({ estimate }: Plan, paint: Paint): string[] {
  const { parts, gbSeconds, taskCoreHours } = estimate;
  const time =
    taskCoreHours === undefined
      ? `${roughly(Math.round(gbSeconds))} GB-seconds`
      : `${roughly(taskCoreHours)} processor hours of Fargate`;
  const about = estimate.dollars < centDollars ? '' : 'about ';
  const total = `${about}${dollars(estimate.dollars)} in AWS (${time}), nothing on this machine`;
  const lines = [`  ${paint.dim('price')}   ${total}`];
  if (parts === undefined || estimate.dollars < centDollars) return lines;
  const shares = Object.entries(partNames)
    .map(([part, name]) => [parts[part as keyof typeof partNames], name] as const)
    .filter(([amount]) => amount >= centDollars);
  const texts = shares.map(([amount, name]) => `${name} ${dollars(amount)}`);
  return shares.length < 2 ? lines : [...lines, paint.dim(`          ${texts.join(', ')}`)];
}

const centDollars = 0.01;

const partNames = {
  drives: 'load generators',
  functions: 'other functions',
  stateMachine: 'state machine',
  tables: 'tables',
  objects: 'objects',
  traffic: 'traffic without bodies',
} as const satisfies Readonly<Record<keyof Bill, string>>;
