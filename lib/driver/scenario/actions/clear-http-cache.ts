import { clientStateOf } from '../client-state.ts';
import { action } from '../declare.ts';

export const clearHttpCache = action({
  name: 'clearHttpCache',
  summary: 'Forgets the responses that this user has kept, so that its next requests reach their targets.',
  example: 'clearHttpCache: {}',
  cost: 'Drops one reference.',
  atError: 'Clearing an empty cache changes nothing.',
  fields: {},
  compile(_body, compiler) {
    const state = clientStateOf(compiler);
    return (session, sequence) => state(session, sequence).clearCache();
  },
});
