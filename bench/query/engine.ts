/** A child process of the benchmark: the filter query of a stored run, as a function runs it. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Document } from '../../lib/results/query/document.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { queryRun, type RunSource } from '../../lib/results/query/query-run.ts';
import type { RunIndex } from '../../lib/results/run-index/index-types.ts';
import { isOpen, openIndex, type ReadRange } from '../../lib/results/run-index/open-index.ts';
import { serve } from './child.ts';

const [mode = '', spawnedAt = '', expression = '', file = '', indexFile = ''] = process.argv.slice(2);
const [document, index] = [openSync(file, 'r'), openSync(indexFile, 'r')];
const { size: documentBytes } = fstatSync(document);

/** The caches of a warm function. */
let opened: RunIndex | undefined;
let kept: Document | undefined;

const ranges =
  (descriptor: number): ReadRange =>
  async (start, end) => {
    const { size } = fstatSync(descriptor);
    const from = start < 0 ? Math.max(0, size + start) : start;
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end ?? size, size) - from));
    readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes;
  };

const source: RunSource = {
  documentBytes,
  document: ranges(document),
  index: ranges(index),
  openIndex: async (read) => {
    if (opened !== undefined) return opened;
    const found = await openIndex(read, { documentBytes });
    if (!isOpen(found)) throw new Error(found.reason);
    opened = found;
    return found;
  },
  kept: () => kept,
  keep: (whole) => {
    kept = whole;
  },
};

await serve(mode, Number(spawnedAt), async () => {
  const { result, explain, large } = await queryRun(
    expression,
    { array: true, now: () => performance.now(), largeBytesMin: queryLimits.valueBytesMax },
    source,
  );
  const { way, bytesRead } = explain;
  if (large) return { way: `${way}, ${large.length} bytes`, bytesRead };
  if (result.value === null) return { way: `${way}: ${result.sqlState}`, bytesRead };
  return { way, bytesRead, text: result.value };
});
closeSync(document);
closeSync(index);
