import { readFileSync } from 'node:fs';
import type { Cost, Measured } from './contender.ts';

/** An answer as JSON text, or without a text after an error. */
export type Outcome = { readonly way: string; readonly bytesRead: number; readonly text?: string };

/**
 * A child process of the benchmark: `measure` runs a query twice and prints the costs, `answer` prints the
 * answer. The cost of the first query counts from `spawnedAt`, the milliseconds since 1970 when the parent
 * began to start this process.
 */
export async function serve(mode: string, spawnedAt: number, ask: () => Promise<Outcome>): Promise<void> {
  const first = await ask();
  if (mode === 'answer') {
    console.log(first.text ?? '[]');
    return;
  }
  const cold = soFar(spawnedAt);
  const memoryMb = peakMb();
  const [wallStart, cpuStart] = [performance.now(), cpuMs()];
  await ask();
  const warm: Cost = { cpuMs: cpuMs() - cpuStart, wallMs: performance.now() - wallStart };
  const { way, bytesRead, text } = first;
  const count = text === undefined ? undefined : (JSON.parse(text) as unknown[]).length;
  console.log(JSON.stringify({ way, count, cold, warm, memoryMb, bytesRead } satisfies Measured));
}

/** The cost since the parent began to start this process. */
export const soFar = (spawnedAt: number): Cost => ({
  cpuMs: cpuMs(),
  wallMs: performance.timeOrigin + performance.now() - spawnedAt,
});

/** The maximum memory of this program from the kernel, without the parent's as in getrusage. */
export const peakMb = (): number =>
  Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
