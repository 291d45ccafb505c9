import { availableParallelism } from 'node:os';

/** Functions that share environments. Lambda never does that; on one machine each environment costs its start. */
export type Group = {
  readonly name: string;
  readonly functions: readonly string[];
  /** `thread`: cheap, shares the host's process. `process`: its own CPU and its own crash. */
  readonly kind: 'thread' | 'process';
  /** Environments at one time. */
  readonly environmentsMax: number;
  /** Invocations at one time in one environment. */
  readonly invocationsMax: number;
  /**
   * Functions that compute for longer: such an invocation shares its environment with nobody. All others of the group
   * are short, and share one rather than start another. Absent: a new environment is started rather than one shared.
   */
  readonly long?: readonly string[];
  /** What happens to more of them: they wait, or are refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Memory of an environment where that is more than its largest function has. */
  readonly memoryMb?: number;
};

/** More threads than the cores can bear delay each other. */
export const threadsMax = Math.min(8, Math.max(2, 2 * availableParallelism()));
const processesMax = 256;

/** One function alone, one invocation at a time, as in Lambda: `driver/*` in processes, all others in threads. */
export const ownGroup = (name: string): Group => ({
  name,
  functions: [name],
  invocationsMax: 1,
  ...(name.startsWith('driver/')
    ? { kind: 'process', environmentsMax: processesMax, overflow: 'refuse' }
    : { kind: 'thread', environmentsMax: threadsMax, overflow: 'wait' }),
});
