import { step } from '../declare.ts';

export const awaitAllResponses = step({
  name: 'awaitAllResponses',
  summary: 'Waits until no request of the user is in flight.',
  example: 'awaitAllResponses',
  cost: 'One comparison each time the user wakes up.',
  atError: 'Waits as long as a request is in flight; the time limit of the request ends that.',
  fields: {},
  compile: () => [({ inFlight }) => inFlight === 0],
});
