import { action } from '../declare.ts';

export const markRequestInvalid = action({
  name: 'markRequestInvalid',
  summary: 'Marks the request invalid whose response is being handled.',
  example: 'markRequestInvalid: {}',
  cost: 'Sets one mark on the request.',
  atError: 'Outside of the handlers of a request, as a plain step too, it is an error.',
  fields: {},
  compile: () => (session) => {
    if (session.currentRequest === undefined)
      throw new Error('markRequestInvalid runs outside of the handlers of a request');
    session.currentRequest.markInvalid();
  },
});
