/**
 * What does merging cost, and how long does it take to settle a phase with many shards? The program measures
 * the CPU time for each partial and each group in the present format, also for drives in several regions. It
 * compares that with the same measurements as JSON with every histogram in Base64, the former format. It also
 * measures the time on the longest path (one group, then Settle with all groups), with one core for each
 * function.
 *
 *     node bench/merge.ts
 */
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { groupsFor } from '../lib/driver/planning/sharding/merge-groups.ts';
import { randomFor } from '../lib/driver/random.ts';
import { keeping } from '../lib/driver/statistics/limits.ts';
import { type MergedPhase, Merger } from '../lib/driver/statistics/merge.ts';
import type { Partial, Row } from '../lib/driver/statistics/partial.ts';
import { Recorder } from '../lib/driver/statistics/recording/recorder.ts';
import { Statistics } from '../lib/driver/statistics/statistics.ts';
import { Tally } from '../lib/driver/statistics/tally.ts';
import { listRows } from '../lib/driver/statistics/wire/row-cursor.ts';
import { packMerged, packPartial, unpackMerged, unpackPartial } from '../lib/store/measurement-format.ts';
import { completed, cpuMsSince } from './completed-drive.ts';
import { machine, median, table } from './table.ts';

const shapes = [
  { name: '60 s x 1 metric', seconds: 60, metrics: 1 },
  { name: '12 min x 3 metrics', seconds: 720, metrics: 3 },
] as const;
const perSecond = 300;
const regions = [undefined, 'eu-west-1', 'us-east-1'] as const;
const different = 8;
const random = randomFor(1, 'merge').next;

console.log(`${machine()}; ${perSecond} requests a second in each metric; CPU in ms\n`);
for (const shape of shapes) {
  const partials = Array.from({ length: different }, (_, shard) => partialFor(shape, shard));
  console.log(`## ${shape.name}\n\n${forms(partials)}\n\n${groupSizes(partials)}\n\n${times(partials)}\n`);
}

type Shape = (typeof shapes)[number];

function partialFor({ seconds, metrics }: Shape, shard: number): Partial {
  const recorder = new Recorder();
  for (let second = 0; second < seconds; second += 1) {
    for (let metric = 0; metric < metrics; metric += 1) {
      const tally = recorder.metric(`m${metric}`, metric).at(second);
      for (let request = 0; request < perSecond; request += 1) {
        const ns = lognormal(5e6);
        tally.recordLatency(ns);
        tally.recordService(ns * 0.9);
        tally.recordLateness(lognormal(5e4));
      }
      Object.assign(tally.counters, { requests: perSecond, responses: perSecond, status2xx: perSecond });
      tally.counters.bytesReceived = perSecond * 512;
    }
    recorder.seal(second);
  }
  const machineSeconds = Array.from({ length: seconds }, (_, second) => ({
    second,
    idlePermille: 400,
    cpuPermille: 300,
    activePermille: 320,
    gcNs: 1_000_000,
    stallNs: 0,
    descriptors: 60,
    descriptorsPermille: 60,
    sockets: 20,
  }));
  const drive = {
    phase: 'main',
    shard,
    segment: 0,
    lease: `${shard}`,
    outcome: completed,
    machine: machineSeconds,
  };
  return recorder.partial(drive);
}

function lognormal(middle: number): number {
  return (
    middle * Math.exp(0.7 * Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random()))
  );
}

function forms(partials: readonly Partial[]): string {
  const packed = partials.map((partial) => zstdCompressSync(packPartial(partial)));
  const json = partials.map((partial) =>
    gzipSync(JSON.stringify({ ...partial, rows: listRows(partial.rows) })),
  );
  const now = cpuOfEach(packed, () => {
    const merger = new Merger('main');
    return (bytes) => void merger.accept(unpackPartial(zstdDecompressSync(bytes)));
  });
  const inRegions = cpuOfEach(packed, () => {
    const merger = ofRegions();
    return (bytes) => void merger.accept(unpackPartial(zstdDecompressSync(bytes)));
  });
  const before = cpuOfEach(json, mergesJson);
  const line = (name: string, sizes: readonly Uint8Array[], ms: number) => [
    name,
    String(Math.round(median(sizes.map(({ length }) => length)) / 1024)),
    ms.toFixed(2),
  ];
  return table(
    ['form', 'KB a partial', 'ms a partial'],
    [
      line('JSON and Base64, gzip', json, before),
      line('bytes, zstd', packed, now),
      line(`the same of ${regions.length} regions`, packed, inRegions),
      ['times less', '', (before / now).toFixed(1)],
    ],
  );
}

/** The size of a merged group, without and with regions. */
function groupSizes(partials: readonly Partial[]): string {
  const line = (name: string, merger: Merger) => {
    for (const partial of partials) merger.accept(partial);
    const result = merger.result();
    const [raw, written] = [packMerged(result), zstdCompressSync(packMerged(result))];
    return [name, String(Math.round(raw.length / 1024)), (written.length / 1024).toFixed(1)];
  };
  return table(
    [`group of ${different}`, 'KB', 'KB, zstd'],
    [line('one region', new Merger('main')), line(`${regions.length} regions`, ofRegions())],
  );
}

function ofRegions(): Merger {
  return new Merger('main', keeping, (shard) => regions[shard % regions.length]);
}

/** Merges rows of JSON into the statistics of phase and shard, and adds their lateness by second. */
function mergesJson(): (bytes: Uint8Array) => void {
  const [merged, shard] = [new Statistics(), new Statistics()];
  return (bytes) => {
    const { rows } = JSON.parse(gunzipSync(bytes).toString('utf8')) as { readonly rows: readonly Row[] };
    for (const row of rows) {
      const tally = new Tally();
      tally.addEncoded(row);
      merged.addTally(row, tally);
      shard.addTally(row, tally);
      new Tally().addEncoded({
        counters: row.counters,
        ...(row.lateness === undefined ? {} : { lateness: row.lateness }),
      });
    }
  };
}

function times(partials: readonly Partial[]): string {
  const cost = cpuOfEach(
    partials.map((partial) => zstdCompressSync(packPartial(partial))),
    () => {
      const merger = new Merger('main');
      let shard = 0;
      return (bytes) => {
        shard += 1;
        merger.accept({ ...unpackPartial(zstdDecompressSync(bytes)), shard });
      };
    },
  );
  const rows = [110, 1_000, 5_000].map((drives) => {
    const groups = groupsFor(drives);
    const each = groups === 0 ? drives : Math.ceil(drives / groups);
    const group = groupOf(partials, each);
    const write = cpuMs(() => zstdCompressSync(packMerged(group.result())));
    const settle = groups === 0 ? { ms: 0, resultMs: 0 } : settling(group.result(), groups);
    const groupMs = each * cost + write;
    return [
      String(drives),
      String(groups),
      String(each),
      groupMs.toFixed(0),
      (settle.ms + settle.resultMs).toFixed(0),
      ((groupMs + settle.ms + settle.resultMs) / 1000).toFixed(1),
      ((drives * cost) / 1000).toFixed(1),
      String(Math.round(process.memoryUsage().rss / 2 ** 20)),
    ];
  });
  const head = [
    'drives',
    'groups',
    'drives each',
    'group, ms',
    'settle, ms',
    'longest path, s',
    'in a row, s',
    'MB',
  ];
  return table(head, rows);
}

function groupOf(partials: readonly Partial[], size: number, first = 0): Merger {
  const merger = new Merger('main');
  for (let at = 0; at < size; at += 1) merger.accept({ ...partials[at % different]!, shard: first + at });
  return merger;
}

/** Settles this number of groups, all equal to the given one. */
function settling(group: MergedPhase, groups: number): { readonly ms: number; readonly resultMs: number } {
  const bytes = zstdCompressSync(packMerged(group));
  const merger = new Merger('main');
  let ms = 0;
  for (let at = 0; at < groups; at += 1) {
    const moved = (shard: number): number => shard + at * group.drives.length;
    const before = process.cpuUsage();
    const { merged } = unpackMerged(zstdDecompressSync(bytes));
    merger.absorb({
      ...merged,
      drives: merged.drives.map((drive) => ({ ...drive, shard: moved(drive.shard) })),
      shards: merged.shards.map((each) => ({ ...each, shard: moved(each.shard) })),
    });
    ms += cpuMsSince(before);
  }
  return { ms, resultMs: cpuMs(() => zstdCompressSync(packMerged(merger.result()))) };
}

function cpuOfEach(list: readonly Uint8Array[], start: () => (bytes: Uint8Array) => void): number {
  const rounds = Array.from({ length: 4 }, () => {
    const work = start();
    return cpuMs(() => {
      for (const bytes of list) work(bytes);
    });
  });
  // The first round only compiles the code, so it does not count.
  return median(rounds.slice(1)) / list.length;
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return cpuMsSince(before);
}
