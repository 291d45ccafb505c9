import { clientStateOf } from '../client-state.ts';
import { action } from '../kind.ts';

export const clearHttpCache = action({
  name: 'clearHttpCache',
  summary: 'Forgets the responses that this user has kept, so that its next requests reach their targets.',
  example: 'clearHttpCache: {}',
  cost: 'Constant time: it forgets the cache as a whole.',
  atError: 'It never fails; an empty cache stays empty.',
  fields: {},
  compile(_body, compiler) {
    const state = clientStateOf(compiler);
    return (session, sequence) => state(session, sequence).clearCache();
  },
});
