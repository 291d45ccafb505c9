import { readdirSync, readFileSync } from 'node:fs';

/** The CPU time and wake-ups of a process so far, over all its threads. */
export type Usage = { readonly cpuUs: number; readonly waits: number };

/** The exact CPU time of Linux. Other tools have a resolution of a hundredth of a second. */
export function usageOf(pid: number): Usage {
  let [cpuUs, waits] = [0, 0];
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const of = (name: string): string => readIfThere(`/proc/${pid}/task/${thread}/${name}`);
    cpuUs += Number(of('schedstat').split(' ')[0]) / 1000;
    // Each voluntary switch is a wake-up: the thread waited and was woken.
    waits += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(of('status'))?.[1] ?? 0);
  }
  return { cpuUs, waits };
}

/** The text of a file in /proc, or empty. A thread may end between two reads, and its file with it. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
