import { step } from '../declare.ts';

export const noop = step({
  name: 'noop',
  summary: 'Does nothing.',
  example: 'noop',
  cost: 'Nothing per request: it compiles to no step at all.',
  atError: 'Nothing in it can fail.',
  fields: {},
  compile: () => [],
});
