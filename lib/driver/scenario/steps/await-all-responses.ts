import { step } from '../kind.ts';

export const awaitAllResponses = step({
  name: 'awaitAllResponses',
  summary: 'Waits until no request of the user is in flight.',
  example: 'awaitAllResponses',
  cost: 'One comparison for each event of the user, such as a response.',
  atError: 'Each request ends at the latest by its own time limit, so the wait always ends.',
  fields: {},
  compile: () => [({ inFlight }) => inFlight === 0],
});
