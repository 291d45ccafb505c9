import type { StepKind } from '../kind.ts';

export const awaitAllResponses: StepKind<Record<string, never>> = {
  name: 'awaitAllResponses',
  summary: 'Waits until no request of the user is in flight.',
  example: 'awaitAllResponses',
  parse: () => ({}),
  compile: () => [({ inFlight }) => inFlight === 0],
};
