import { action } from '../kind.ts';

export const markRequestInvalid = action({
  name: 'markRequestInvalid',
  summary: 'Marks the request of this response as invalid.',
  example: 'markRequestInvalid: {}',
  cost: 'Constant time.',
  atError: 'Outside of the handlers of a request it is an error, also when it is a step.',
  fields: {},
  compile: () => (session) => {
    if (session.currentRequest === undefined)
      throw new Error('markRequestInvalid needs a request: use the action in a handler of a request');
    session.currentRequest.markInvalid();
  },
});
