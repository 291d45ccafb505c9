import { readFileSync } from 'node:fs';
import type { Cost, Measured } from './contender.ts';

/** An answer as JSON text, or none for a refusal. */
export type Outcome = { readonly way: string; readonly bytesRead: number; readonly text?: string };

/**
 * A child process of the benchmark: `measure` asks twice and prints what that cost, `answer` prints the
 * answer. The first time counts from `spawnedAt`, milliseconds since 1970 when the parent began to start this
 * process.
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

/** Since the parent began to start this process. */
export const soFar = (spawnedAt: number): Cost => ({
  cpuMs: cpuMs(),
  wallMs: performance.timeOrigin + performance.now() - spawnedAt,
});

/** The kernel's own mark of this program; what getrusage tells counts the parent's memory as well. */
export const peakMb = (): number =>
  Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
