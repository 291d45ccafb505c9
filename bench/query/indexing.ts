/** A child process of the benchmark: the index of a run, as an upload makes it. */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { indexRun, isProblem } from '../../lib/results/run-index/index-run.ts';
import { peakMb, soFar } from './child.ts';

const [spawnedAt = '', file = '', indexFile = ''] = process.argv.slice(2);
const out = openSync(indexFile, 'w');
const chunks = createReadStream(file, { highWaterMark: 256 * 1024 });
const index = await indexRun(chunks, { write: (bytes) => void writeSync(out, bytes) });
if (isProblem(index)) throw new Error(index.reason);
closeSync(out);
console.log(JSON.stringify({ ...soFar(Number(spawnedAt)), memoryMb: peakMb() }));
