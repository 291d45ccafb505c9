import { earlyShardsMax, earlyTurns } from '../../lib/driver/driving/early/stop.ts';
import { conducting, driving, watching } from '../../lib/driver/limits.ts';
import { driveParts } from '../../lib/names/bursts.ts';
import { dynamoQuotas, lambdaQuotas } from '../../lib/quotas.ts';
import { exactly, roughly } from '../../lib/report/units.ts';
import { code, page, table } from '../generate/markdown.ts';
import { burst, type ItemSizes, itemSizes } from './scale/items.ts';
import { atWork, ending, gettingReady, lastLook, type Second, type Shape, shapeOf } from './scale/traffic.ts';

const { coldTable } = dynamoQuotas;
const { writeUnitsPerSec, readUnitsPerSec } = dynamoQuotas.partition;
const watchers = 10;

/** Every shape of the page. */
export const shapes: readonly (Shape & { readonly asked: number })[] = [1, 100, 1_000, 5_000].flatMap(
  (asked) => [1, 10, 100].map((phases) => ({ asked, ...shapeOf(asked, phases) })),
);

/** docs/scale.md */
export async function scalePage(): Promise<string> {
  const rows = await Promise.all(
    shapes.map(async (shape) => ({ shape, sizes: await itemSizes(shape.phases, shape.shards) })),
  );
  return page(
    'Scale',
    `What a burst asks of its table, computed from the keys and the items that its stores write: every number here is made by
the code that a test compares with a table that counts. A partition takes ${exactly(writeUnitsPerSec)} write units (of ${dynamoQuotas.writeUnitBytes} bytes) and
${exactly(readUnitsPerSec)} read units (of ${dynamoQuotas.readUnitBytes} bytes, half of one where the last write may be missing) a second, however large the table
is. A percentage is that of one partition. Beside that, a table that has seen no load yet takes ${exactly(coldTable.writeUnitsPerSec)} writes and
${exactly(coldTable.readUnitsPerSec)} reads a second altogether, and more after its first large burst: more than
${driving.spreadDrivesMin} drives therefore spread what they all do at one instant over up to ${driving.spreadMsMax / 1e3} s, and where a deployment allows more than ${exactly(lambdaQuotas.concurrency)} shards,
its table is made to serve them from the first burst on ([deployment](deployment.md), \`ceilings\`).`,
    '## Where things lie',
    `\`B\` is the id of the burst, \`P\` the index of a phase, \`k\` the number of a shard modulo ${driveParts}.`,
    table(['partition', 'items', 'who asks'], partitions),
    `A flag and a start have a copy for every ${exactly(conducting.readersCopyMax)} drives, at most ${conducting.flagCopiesMax}. Whoever watches reads one view, which one of them
makes anew when it is older than ${watching.staleMsMax} ms (sooner for less than ${watching.staleMsMax} drives), so a thousand people who watch cost one look at
the drives a second. Segments and phases that are over keep their totals in the view.`,
    '## Items',
    'Bytes of the items, at 4,000 requests a second a shard. The state of the conductor is deflated; tokens lie beside it.',
    table(
      ['shards', 'phases side by side', 'report', 'lease', 'flag', 'start', 'conductor', 'view'],
      rows.map(({ shape, sizes }) => [
        exactly(shape.asked),
        `${shape.phases}`,
        ...[sizes.live, sizes.lease, sizes.flag, sizes.start, sizes.conductor, sizes.snapshot].map(exactly),
      ]),
    ),
    '## A second at work',
    `Every drive reports each ${driving.heartbeatMs / 1e3} s and reads the flag each ${driving.stopLookMs / 1e3} s; ${watchers} people watch. Where there are more phases than shards, each phase
has one.`,
    table(
      columns,
      rows.map(({ shape, sizes }) => cells(shape, atWork(shape, sizes, watchers))),
    ),
    '## The fullest seconds',
    'As if nothing were spread. All drives take their leases, say that they are ready and look for their start within one second:',
    table(
      columns,
      rows.map(({ shape, sizes }) => cells(shape, gettingReady(shape, sizes))),
    ),
    'All look for a stop once more just before they start, as it was decided last:',
    table(
      ['shards', 'phases', 'drives', 'read units', 'hottest partition'],
      rows.map(({ shape, sizes }) => {
        const [shards = '', phases = '', drives = '', , , ...reads] = cells(shape, lastLook(shape, sizes));
        return [shards, phases, drives, ...reads];
      }),
    ),
    `All end within one second. More than ${driving.spreadDrivesMin} say that no new users start and that all are gone in one update, where they have no users left in their turn:`,
    table(
      ['shards', 'phases', 'drives', 'write units', 'hottest partition'],
      rows.map(({ shape, sizes }) => cells(shape, ending(shape, sizes)).slice(0, 5)),
    ),
    '## Limits that are judged early',
    `With \`--stop-on-failure\`, the first shard of a phase reads the reports of all others, each at least every ${driving.earlyTurnsMax} seconds. A report
holds the last ${driving.earlySecondsMax} seconds that are settled, so none is missed as long as the reading keeps pace; that is meant to be so up to
${earlyShardsMax} shards in a phase, ${driving.earlyDrivesTurn} reports a second. With more, the drive that judges is the busier for it, and where it falls
behind, windows that it has not seen whole are judged at the end of the phase, as without the option. What is judged over all
that was sent so far, such as the share of requests that fail, is in every report, so that it is only seen later.`,
    table(
      ['shards of a phase', 'turns', 'reports read a second'],
      [1, 100, 256, earlyShardsMax, 1_000, 5_000].map((shards) => [
        exactly(shards),
        `${earlyTurns(shards)}`,
        exactly(shards === 1 ? 0 : Math.ceil(shards / earlyTurns(shards))),
      ]),
    ),
    '## The conductor',
    `A phase writes the conductor's state when it is released, decided, finished and terminated, and once more when that is
acknowledged: about six times. Phases that wait for a start far away ask every ${conducting.tickMs / 1e3} s and write nothing. A hundred phases that
wait, start and end at the same moment are conducted within seconds by writers that make way for each other; a test does it
with these stores over a table with these limits, in virtual time (\`test/driver/conducting/hundred-phases.test.ts\`).`,
    'Writes of the conductor that one partition takes in a second:',
    table(
      ['phases', 'bytes', 'write units', 'writes a second'],
      conductors(rows.map(({ shape, sizes }) => ({ shape, sizes }))),
    ),
  );
}

const partitions: readonly (readonly string[])[] = [
  [code('B'), 'the record, the state of the conductor', 'the conductor; who watches'],
  [code('B#flag#c'), 'why drives must not send', 'every drive, twice a second'],
  [code('B#start#P'), 'when the phase starts; the token of who waits', 'its drives while they wait'],
  [
    code('B#drives#P'),
    'which parts of the phase are ready, finished, terminated',
    'the last drive of each part',
  ],
  [code('B#drives#P#k'), 'leases; which shards of the part are', 'each drive four times in its life'],
  [code('B#live#k'), 'the last report of each drive', 'each drive each second; one of those who watch'],
  [code('B#snapshot'), 'the view of all drives', 'who watches'],
];

const columns = [
  ...['shards', 'phases', 'drives', 'write units', 'hottest partition'],
  ...['read units', 'hottest partition'],
];

function cells({ asked, phases, shards }: Shape & { readonly asked: number }, second: Second): string[] {
  return [
    ...[exactly(asked), `${phases}`, exactly(phases * shards)],
    ...[roughly(second.units('writes')), hottest(second, 'writes', writeUnitsPerSec)],
    ...[roughly(second.units('reads')), hottest(second, 'reads', readUnitsPerSec)],
  ];
}

function hottest(second: Second, kind: 'reads' | 'writes', most: number): string {
  const { pk, units } = second.hottest(kind);
  const part = (units / most) * 100;
  return `${code(pk.replace(burst, 'B'))} ${roughly(units)} (${part < 10 ? part.toFixed(1) : Math.round(part)} %)`;
}

function conductors(rows: readonly { readonly shape: Shape; readonly sizes: ItemSizes }[]): string[][] {
  const each = new Map(rows.map(({ shape, sizes }) => [shape.phases, sizes.conductor]));
  return [...each].map(([phases, bytes]) => {
    const units = Math.ceil(bytes / dynamoQuotas.writeUnitBytes);
    return [`${phases}`, exactly(bytes), `${units}`, `${Math.floor(writeUnitsPerSec / units)}`];
  });
}
