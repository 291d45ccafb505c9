import { conducting, snapshots } from '../../lib/driver/conducting/limits.ts';
import { startRounds } from '../../lib/driver/cost/limits.ts';
import { driving } from '../../lib/driver/driving/limits.ts';
import { evaluating } from '../../lib/driver/driving/live-evaluation/limits.ts';
import {
  evaluatedShardsMax,
  evaluationTurns,
} from '../../lib/driver/driving/live-evaluation/live-evaluation.ts';
import { pacing } from '../../lib/driver/planning/pacing/limits.ts';
import { recents } from '../../lib/driver/progress/limits.ts';
import { driveParts } from '../../lib/names/burst-keys.ts';
import { dynamoQuotas, lambdaQuotas } from '../../lib/quotas.ts';
import { exactly, roughly } from '../../lib/report/units.ts';
import { code, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';
import { burst, type ItemSizes, itemSizes } from './scale/items.ts';
import { atWork, ending, gettingReady, lastLook, type Second, type Shape, shapeOf } from './scale/traffic.ts';

const { coldTable } = dynamoQuotas;
const { writeUnitsPerSec, readUnitsPerSec } = dynamoQuotas.partition;
const watchers = 10;

/** The sizes of bursts that the page shows. */
export const shapes: readonly (Shape & { readonly requested: number })[] = [1, 100, 1_000, 5_000].flatMap(
  (requested) => [1, 10, 100].map((phases) => ({ requested, ...shapeOf(requested, phases) })),
);

/** The page docs/scale.md. */
export async function scalePage(): Promise<string> {
  const rows = await Promise.all(
    shapes.map(async (shape) => ({ shape, sizes: await itemSizes(shape.phases, shape.shards) })),
  );
  const traffic = (second: (shape: Shape, sizes: ItemSizes) => Second) =>
    rows.map(({ shape, sizes }) => cells(shape, second(shape, sizes)));
  return filledPage('scale.md', {
    ...numbers,
    items: table(
      [
        'shards',
        'phases side by side',
        'report',
        'last seconds',
        'minute',
        'lease',
        'flag',
        'start',
        'conductor',
        'view',
      ],
      rows.map(({ shape, sizes }) => [
        exactly(shape.requested),
        `${shape.phases}`,
        ...[
          sizes.live,
          sizes.recent,
          sizes.minute,
          sizes.lease,
          sizes.flag,
          sizes.start,
          sizes.conductor,
          sizes.snapshot,
        ].map(exactly),
      ]),
    ),
    atWork: table(
      columns,
      traffic((shape, sizes) => atWork(shape, sizes, watchers)),
    ),
    gettingReady: table(columns, traffic(gettingReady)),
    lastLook: table(
      ['shards', 'phases', 'drives', 'read units', 'hottest partition'],
      traffic(lastLook).map(([shards = '', phases = '', drives = '', , , ...reads]) => [
        ...[shards, phases, drives],
        ...reads,
      ]),
    ),
    ending: table(
      ['shards', 'phases', 'drives', 'write units', 'hottest partition'],
      traffic(ending).map((row) => row.slice(0, 5)),
    ),
    early: table(
      ['shards of a phase', 'turns', 'reports read a second'],
      [1, 100, 256, evaluatedShardsMax, 1_000, 5_000].map((shards) => [
        exactly(shards),
        `${evaluationTurns(shards)}`,
        exactly(shards === 1 ? 0 : Math.ceil(shards / evaluationTurns(shards))),
      ]),
    ),
    conductors: table(['phases', 'bytes', 'write units', 'writes a second'], conductors(rows)),
  });
}

/** Numbers of the code that are within the sentences of the page. */
const numbers = {
  writeUnits: exactly(writeUnitsPerSec),
  writeUnitBytes: `${dynamoQuotas.writeUnitBytes}`,
  readUnits: exactly(readUnitsPerSec),
  readUnitBytes: `${dynamoQuotas.readUnitBytes}`,
  coldWrites: exactly(coldTable.writeUnitsPerSec),
  coldReads: exactly(coldTable.readUnitsPerSec),
  jitterDrivesMin: `${pacing.jitterDrivesMin}`,
  jitterDrivesEnd: `${pacing.jitterDrivesMin}`,
  jitterS: `${pacing.jitterMsMax / 1e3}`,
  concurrency: exactly(lambdaQuotas.concurrency),
  driveParts: `${driveParts}`,
  readersCopyMax: exactly(conducting.readersCopyMax),
  flagCopiesMax: `${conducting.flagCopiesMax}`,
  staleMs: `${snapshots.staleMsMax}`,
  staleDrives: `${snapshots.staleMsMax}`,
  heartbeatS: `${driving.heartbeatMs / 1e3}`,
  keptSeconds: `${recents.keptSeconds}`,
  writeSeconds: `${recents.writeSeconds}`,
  stopLookS: `${driving.stopLookMs / 1e3}`,
  watchers: `${watchers}`,
  evaluationTurnsMax: `${evaluating.evaluationTurnsMax}`,
  evidenceSecondsMax: `${evaluating.evidenceSecondsMax}`,
  evaluatedShardsMax: `${evaluatedShardsMax}`,
  evaluatedDrivesTurn: `${evaluating.evaluatedDrivesTurn}`,
  tickS: `${startRounds.tickMs / 1e3}`,
};

const columns = [
  ...['shards', 'phases', 'drives', 'write units', 'hottest partition'],
  ...['read units', 'hottest partition'],
];

function cells(
  { requested, phases, shards }: Shape & { readonly requested: number },
  second: Second,
): string[] {
  return [
    ...[exactly(requested), `${phases}`, exactly(phases * shards)],
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
