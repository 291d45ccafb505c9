import type { ScenarioDefinition, StepDefinition } from '../model/scenario.ts';
import type { Sla } from '../model/sla.ts';
import type { RequestBody } from './steps/http-request/parse.ts';

/** A request step of a scenario, for whoever judges its limits. */
export type RequestStep = {
  /** Number of the step; statistics rows carry it. */
  readonly step: number;
  readonly sequence: string;
  readonly slas: readonly Sla[];
};

/** Every request step of a scenario, also those inside loops. */
export const requestSteps = (scenario: ScenarioDefinition): readonly RequestStep[] =>
  scenario.sequences.flatMap((sequence) =>
    sequence.steps.flatMap(requestsIn).map(({ step, slas }) => ({ step, slas, sequence: sequence.name })),
  );

function requestsIn(step: StepDefinition): readonly RequestBody[] {
  if (step.step === 'httpRequest') return [step.body as RequestBody];
  if (step.step === 'loop')
    return (step.body as { readonly steps: readonly StepDefinition[] }).steps.flatMap(requestsIn);
  return [];
}
