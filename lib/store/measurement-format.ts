import type { MergedPhase } from '../driver/statistics/merge.ts';
import type { Partial, Rows } from '../driver/statistics/partial.ts';
import { DownpourError } from '../errors.ts';

/**
 * Packs measurements. All stored measurements have this form: those of a drive, of an interval of a drive, of
 * a group of drives, and of a phase. The packed form begins with four bytes that name the format. The small
 * values follow as JSON, then the rows as bytes. The JSON and each of the rows have a length of four bytes in
 * front. Numbers have their lowest byte first.
 */
export function packPartial<Drive extends Pick<Partial, 'rows'>>({ rows, ...head }: Drive): Uint8Array {
  return pack(head, [rows]);
}

export function unpackPartial<Drive extends Pick<Partial, 'rows'> = Partial>(bytes: Uint8Array): Drive {
  const { head, parts } = unpack(bytes);
  return { ...(head as Omit<Drive, 'rows'>), rows: parts[0] ?? noRows } as Drive;
}

/** Packs a merged phase. `extra`: further members of the JSON object. */
export function packMerged(merged: MergedPhase, extra: object = {}): Uint8Array {
  const { rows, bucketS, unhealthyRows, unhealthyCauses, drives, shards, regions, ...rest } = merged;
  const parts: Rows[] = [rows];
  /** Adds rows to the parts of the packed measurement, and returns the index of the new part. */
  const put = (part: Rows): number => parts.push(part) - 1;
  const head: MergedHead = {
    ...rest,
    ...(bucketS === undefined ? {} : { stretchS: bucketS }),
    ailing: unhealthyRows.map(({ cause, rows: own }) => ({ cause, rows: put(own) })),
    ailments: unhealthyCauses,
    drives: drives.map(storedDrive),
    shards: shards.map(({ totals, rows: own, ...shard }) => ({
      ...shard,
      totals: put(totals),
      ...(own === undefined ? {} : { rows: put(own) }),
    })),
    ...(regions === undefined
      ? {}
      : { regions: regions.map(({ totals, ...region }) => ({ ...region, totals: put(totals) })) }),
  };
  return pack({ ...extra, merged: head }, parts);
}

export function unpackMerged<Extra extends object>(
  bytes: Uint8Array,
): Extra & { readonly merged: MergedPhase } {
  const { head, parts } = unpack(bytes);
  const { merged, ...extra } = head as Extra & { readonly merged: MergedHead };
  const at = (place: number): Rows => parts[place] ?? noRows;
  const { stretchS, ailing, ailments, drives, shards, regions, ...rest } = merged;
  return {
    ...(extra as unknown as Extra),
    merged: {
      ...rest,
      rows: at(0),
      ...(stretchS === undefined ? {} : { bucketS: stretchS }),
      unhealthyRows: ailing.map(({ cause, rows }) => ({ cause, rows: at(rows) })),
      unhealthyCauses: ailments,
      drives: drives.map(driveOf),
      shards: shards.map(({ totals, rows, ...shard }) => ({
        ...shard,
        totals: at(totals),
        ...(rows === undefined ? {} : { rows: at(rows) }),
      })),
      ...(regions === undefined
        ? {}
        : { regions: regions.map(({ totals, ...region }) => ({ ...region, totals: at(totals) })) }),
    },
  };
}

/**
 * The stored JSON of a merged phase. The rows are stored in separate parts, and the JSON has only the numbers
 * of these parts. Some members keep the names that earlier releases gave them.
 */
type MergedHead = Omit<MergedPhase, Renamed | 'rows' | 'drives' | 'shards' | 'regions'> & {
  readonly stretchS?: number;
  readonly ailing: readonly { readonly cause: Cause; readonly rows: number }[];
  readonly ailments: MergedPhase['unhealthyCauses'];
  readonly drives: readonly StoredDrive[];
  readonly shards: readonly (Omit<ShardTotals, 'totals' | 'rows'> & {
    readonly totals: number;
    readonly rows?: number;
  })[];
  readonly regions?: readonly { readonly region?: string; readonly totals: number }[];
};

type Renamed = 'bucketS' | 'unhealthyRows' | 'unhealthyCauses';

type Cause = MergedPhase['unhealthyRows'][number]['cause'];

type MergedDrive = MergedPhase['drives'][number];

type StoredDrive = Omit<MergedDrive, 'health'> & {
  readonly health: Omit<MergedDrive['health'], 'unhealthyRequests' | 'unhealthyUsers'> & {
    readonly ailing: number;
    readonly ailingUsers: number;
  };
};

function storedDrive({ health, ...drive }: MergedDrive): StoredDrive {
  const { unhealthyRequests: ailing, unhealthyUsers: ailingUsers, ...figures } = health;
  return { ...drive, health: { ailing, ailingUsers, ...figures } };
}

function driveOf({ health, ...drive }: StoredDrive): MergedDrive {
  const { ailing: unhealthyRequests, ailingUsers: unhealthyUsers, ...figures } = health;
  return { ...drive, health: { unhealthyRequests, unhealthyUsers, ...figures } };
}

type ShardTotals = MergedPhase['shards'][number];

const noRows: Rows = new Uint8Array(0);

/** The first four bytes of a stored measurement, which name the format. */
const form = Buffer.from('DPM1');

function pack(head: unknown, parts: readonly Rows[]): Uint8Array {
  const pieces: Uint8Array[] = [form];
  for (const piece of [Buffer.from(JSON.stringify(head)), ...parts]) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(piece.length);
    pieces.push(length, piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Reads the JSON and the rows of a stored measurement.
 * @throws DownpourError MEASUREMENTS_FORM when another release wrote the bytes, or when they are incomplete.
 */
function unpack(given: Uint8Array): { readonly head: unknown; readonly parts: readonly Rows[] } {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (!bytes.subarray(0, form.length).equals(form))
    throw notThis('are from another release of Downpour; measure again');
  const pieces: Buffer[] = [];
  for (let at = form.length; at < bytes.length; ) {
    const start = at + 4;
    at = start + (start <= bytes.length ? bytes.readUInt32LE(at) : 0);
    if (at > bytes.length || start > bytes.length) throw notThis('are incomplete; measure again');
    pieces.push(bytes.subarray(start, at));
  }
  const [head, ...parts] = pieces;
  if (head === undefined) throw notThis('are incomplete; measure again');
  return { head: JSON.parse(head.toString('utf8')), parts };
}

const notThis = (what: string): DownpourError =>
  new DownpourError('MEASUREMENTS_FORM', 500, `the measurements of this run ${what}`);
