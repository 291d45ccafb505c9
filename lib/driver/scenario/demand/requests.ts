import type { ScenarioDefinition, StepDefinition } from '../../model/scenario.ts';
import type { StepSlas } from '../../model/sla.ts';
import { stepKindOf } from '../registry.ts';

/** Every request step of a scenario, including those inside other steps. */
export const requestSteps = (scenario: ScenarioDefinition): readonly StepSlas[] =>
  numbered(scenario.sequences.flatMap(({ steps }) => steps.flatMap(requestsIn)));

/**
 * Numbers the requests that have the same metric and the same words in reports: `GET /products`, `GET
 * /products #2`.
 */
function numbered(requests: readonly StepSlas[]): readonly StepSlas[] {
  const met = new Map<string, number>();
  return requests.map((each) => {
    if (each.request === undefined) return each;
    const key = JSON.stringify([each.metric, each.request]);
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    return count === 1 ? each : { ...each, request: `${each.request} #${count}` };
  });
}

function requestsIn({ step, body }: StepDefinition): readonly StepSlas[] {
  const kind = stepKindOf(step);
  const inner = kind.children?.(body) ?? [];
  return [...(kind.requests?.(body) ?? []), ...inner.flatMap(({ steps }) => steps.flatMap(requestsIn))];
}

/**
 * The number of requests that one user sends, as far as the document shows it. Each sequence counts as often
 * as it is started, and loops as often as they repeat. If a value decides how often a sequence runs, its most
 * instances at once count. This is so for sequences that `foreach` or a queue starts. A restart, and
 * sequences that start each other in a cycle, count once.
 */
export const requestsPerRun = ({ sequences }: ScenarioDefinition): number =>
  sequences.reduce((sum, { steps, runs = 1 }) => sum + runs * countIn(steps), 0);

const countIn = (steps: readonly StepDefinition[]): number =>
  steps.reduce((sum, { step, body }) => {
    const kind = stepKindOf(step);
    const inner = (kind.children?.(body) ?? []).reduce(
      (count, { steps: nested, times }) => count + times * countIn(nested),
      0,
    );
    return sum + (kind.requests?.(body).length ?? 0) + inner;
  }, 0);
