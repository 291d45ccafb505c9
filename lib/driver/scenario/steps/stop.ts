import { step } from '../declare.ts';

export const stop = step({
  name: 'stop',
  summary: 'Ends this session at once; its requests in flight are cancelled.',
  example: 'stop',
  cost: 'Closes the connection of each request in flight.',
  atError: 'A request that it cancels counts its bytes and nothing else.',
  goesOn: false,
  fields: {},
  compile: () => [
    (session) => {
      session.stop();
      return true;
    },
  ],
});
