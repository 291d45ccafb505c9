/** A child of the benchmark: what it costs to start Node and load a module, or none. */
import { peakMb, soFar } from './child.ts';

const [spawnedAt = '', module] = process.argv.slice(2);
if (module !== undefined) await import(module);
console.log(JSON.stringify({ ...soFar(Number(spawnedAt)), memoryMb: peakMb() }));
process.exit();
