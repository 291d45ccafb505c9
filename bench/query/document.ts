import { closeSync, openSync, writeSync } from 'node:fs';
import { type Random, randomFor } from '../../lib/driver/random.ts';

/** A run on disk, in the page cache, and the path of its index. */
export type StoredDocument = {
  readonly megabytes: number;
  readonly file: string;
  readonly indexFile: string;
};

/**
 * Writes a run of about this many bytes, always the same. 86 % of it is one array of records of some 585
 * bytes (147,000 at 100 MB). The rest is a few facts, an array of triples, a log and notes. The engine was
 * designed for documents of this form.
 */
export function writeDocument(file: string, bytes: number): void {
  const random = randomFor(1, 'bench', 'query');
  const out = openSync(file, 'w');
  let written = writeSync(out, `${start}"log":${JSON.stringify(log(bytes * 0.014))},"results":[`);
  const rows = (upTo: number, row: (id: number) => unknown): void => {
    for (let id = 0; written < upTo; id += 10) {
      const batch = Array.from({ length: 10 }, (_, at) => JSON.stringify(row(id + at)));
      written += writeSync(out, `${id === 0 ? '' : ','}${batch.join(',')}`);
    }
  };
  rows(bytes * 0.874, (id) => record(id, random));
  written += writeSync(out, '],"triples":[');
  rows(bytes - 1000, (id) => [id, random.integer(0, 99), `t${id % 5}`]);
  const notes = Array.from({ length: 20 }, (_, at) => `phase ${at} went as the last one did`);
  writeSync(out, `],"notes":${JSON.stringify(notes)},"stop":1700000100000}`);
  closeSync(out);
}

const info = {
  benchmark: 'shop',
  agent: 'Downpour',
  parameters: { users: 400, rampUp: true, warmUpMs: 30_000, target: null },
  host: 'shop.example.com',
};
const start = `{"$schema":"urn:downpour:bench","name":"shop","start":1700000000000,"info":${JSON.stringify(info)},`;

function log(bytes: number): string {
  const line = 'GET /browse?item=7 "200 OK" in 4 ms\n';
  return line.repeat(bytes / line.length);
}

function record(id: number, random: Random): object {
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
      toMs: fromMs * 2 + 100,
      count: random.integer(0, 1000),
      share: random.integer(0, 1e6) / 1e6,
    })),
    comment: `segment ${id % 3} of the run, as it was planned by the conductor`,
  };
}
