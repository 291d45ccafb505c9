import type { DriveBackend } from '../../../../lib/driver/driving/backend.ts';
import type { Plan } from '../../../../lib/driver/model/plan.ts';
import type { Script } from '../../http/scripted-target.ts';
import { planned } from '../../planning/planned.ts';
import { type Partially, Stage } from '../stage.ts';

/** Plans a document whose drives have several threads. */
export function threadsPlan({
  threads = 2,
  kind = 'atOnce: { users: 4',
  scenario = '[ { fetch: [ { httpRequest: { GET: "/${hyperfoil.agent.thread.id}" } } ] } ]',
  shards,
  top = '',
}: {
  readonly threads?: number;
  /** The kind of the phase, as the beginning of its YAML. The scenario is added. */
  readonly kind?: string;
  readonly scenario?: string;
  /** The number of shards. Absent: one, or one for each agent. */
  readonly shards?: number;
  readonly top?: string;
}): Plan {
  const text = `
name: test
threads: ${threads}
${top}
http: { host: 'http://127.0.0.1:80', sharedConnections: 60 }
phases:
- only: { ${kind}, scenario: ${scenario} } }
`;
  return planned(text, { burst: 'b', ...(shards !== undefined && { shards }) });
}

/** A drive of the plan in virtual time. */
export const stageFor = (
  plan: Plan,
  backend: Partially<DriveBackend> = {},
  script: Partially<Script> = {},
): Stage => new Stage('atOnce:\n      users: 3', { plan: async () => plan, ...backend }, script);

/** The number of requests of each thread. The first part of a request's path names the thread. */
export function byThread(stage: Stage): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path } of stage.target.seen) {
    const [, thread = ''] = path.split('/');
    counts[thread] = (counts[thread] ?? 0) + 1;
  }
  return counts;
}
