/** A child process of the benchmark: the cost to start Node and to load a module, or none. */
import { peakMb, soFar } from './child.ts';

const [spawnedAt = '', module] = process.argv.slice(2);
if (module !== undefined) await import(module);
console.log(JSON.stringify({ ...soFar(Number(spawnedAt)), memoryMb: peakMb() }));
process.exit();
