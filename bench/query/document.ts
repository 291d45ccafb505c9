import { closeSync, openSync, writeSync } from 'node:fs';
import { type Random, randomFor } from '../../lib/driver/random.ts';

/** A run on disk, in the page cache, and the place of its index. */
export type StoredDocument = {
  readonly megabytes: number;
  readonly file: string;
  readonly indexFile: string;
};

/** Writes a run of about so many bytes, always the same: a few facts, one large array of records, some notes. */
export function writeDocument(file: string, bytes: number): void {
  const random = randomFor(1, 'bench', 'query');
  const out = openSync(file, 'w');
  const notes = Array.from({ length: 20 }, (_, at) => `phase ${at} went as the last one did`);
  const end = `],"notes":${JSON.stringify(notes)},"stop":1700000100000}`;
  let written = writeSync(out, `${start}"results":[`);
  for (let id = 0; written < bytes - end.length; ) {
    const batch: string[] = [];
    for (const last = id + 10; id < last; id += 1) batch.push(JSON.stringify(record(id, random)));
    written += writeSync(out, `${id === batch.length ? '' : ','}${batch.join(',')}`);
  }
  writeSync(out, end);
  closeSync(out);
}

const info = {
  benchmark: 'shop',
  agent: 'Downpour',
  parameters: { users: 400, rampUp: true, warmUpMs: 30_000, target: null },
  host: 'shop.example.com',
};
const start = `{"$schema":"urn:downpour:bench","name":"shop","start":1700000000000,"info":${JSON.stringify(info)},`;

const record = (id: number, random: Random): object => {
  const thousandths = (max: number): number => random.integer(0, max * 1000) / 1000;
  const buckets = [0, 100, 200, 500, 1000, 5000];
  return {
    id,
    name: `request-${random.integer(0, 99)}`,
    value: thousandths(1000),
    failed: random.next() < 0.01,
    stats: { p50: thousandths(100), p90: thousandths(200), p99: thousandths(900), mean: thousandths(120) },
    tags: ['http', `shard-${id % 7}`, `zone-${random.integer(0, 2)}`],
    histogram: buckets.map((fromMs) => ({
      fromMs,
      count: random.integer(0, 1000),
      share: random.integer(0, 1e6) / 1e6,
    })),
    comment: `segment ${id % 3} of the run, as planned`,
  };
};
