import type { StepKind } from '../kind.ts';

export const awaitAllResponses: StepKind<Record<string, never>> = {
  name: 'awaitAllResponses',
  summary: 'Waits until no request of the user is in flight.',
  example: 'awaitAllResponses',
  cost: 'One comparison each time the user wakes up.',
  atError: 'Waits as long as a request is in flight; the time limit of the request ends that.',
  parse: () => ({}),
  compile: () => [({ inFlight }) => inFlight === 0],
};
