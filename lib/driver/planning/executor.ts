import type { Findings, Path } from '../document/problem.ts';
import type { Agent, Executor } from '../model/benchmark.ts';
import type { Plan, Tasks } from '../model/plan.ts';
import { planning } from './limits.ts';

/** The tasks of Fargate that a deployment offers. */
export type TasksOffer = {
  /** The most tasks that may drive at once, of all bursts together. */
  readonly tasks: number;
  /** The number of processors of each task. */
  readonly cores: number;
};

/** The inputs that decide whether Lambda functions or tasks of Fargate drive. */
export type ExecutorInputs = {
  /**
   * The executor that the person who starts the burst requests. It replaces the executor of the document's
   * agents.
   */
  readonly requested?: Executor | undefined;
  readonly agents: readonly Agent[];
  /**
   * The tasks of Fargate that the deployment offers. Absent: the deployment offers none. `any`: a deployment
   * whose offer is not known here.
   */
  readonly offer?: TasksOffer | 'any' | undefined;
};

/**
 * The tasks of Fargate that drive a plan. Undefined: Lambda functions drive it. All drives of a burst have
 * one executor. If tasks are requested and the deployment has none, this adds an error.
 */
export function tasksOf({ requested, agents, offer }: ExecutorInputs, findings: Findings): Tasks | undefined {
  const [first] = agents;
  const other = agents.find(({ executor }) => executor !== first?.executor);
  if (requested === undefined && other !== undefined) {
    findings.error(
      ['agents', other.name, 'executor'],
      `agent '${other.name}' has another executor than agent '${first?.name}'`,
      "give all agents the same executor, as a property of the agent 'default', or use --executor",
    );
    return undefined;
  }
  if ((requested ?? first?.executor) !== 'fargate') return undefined;
  const at: Path = requested === undefined && first !== undefined ? ['agents', first.name, 'executor'] : [];
  if (offer === undefined) {
    findings.error(at, 'the benchmark needs Fargate tasks, but this deployment has none', howToOffer);
    return undefined;
  }
  return { cores: offer === 'any' ? planning.coresTask : offer.cores };
}

export const howToOffer = 'deploy the stage with vpc=create and fargate=10 (at most 10 tasks at once)';

/**
 * The most connections that one shard can hold. It can have no more users, because each may need a
 * connection.
 */
export const connectionsShard = ({ fargate }: Pick<Plan, 'fargate'>): number =>
  fargate === undefined ? planning.descriptorsShard : planning.connectionsTask;
