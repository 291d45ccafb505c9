import { readdirSync, readFileSync } from 'node:fs';

/** What a process has taken so far, over all its threads. */
export type Usage = { readonly cpuUs: number; readonly waits: number };

/** From Linux, exactly: the CPU time that other tools read comes in hundredths of a second. */
export function usageOf(pid: number): Usage {
  let [cpuUs, waits] = [0, 0];
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const of = (name: string): string => readIfThere(`/proc/${pid}/task/${thread}/${name}`);
    cpuUs += Number(of('schedstat').split(' ')[0]) / 1000;
    // Each is one wake-up: the thread waited for something and was woken.
    waits += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(of('status'))?.[1] ?? 0);
  }
  return { cpuUs, waits };
}

/** A thread may end between two looks. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
