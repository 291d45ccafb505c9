import { step } from '../kind.ts';

export const noop = step({
  name: 'noop',
  summary: 'Does nothing.',
  example: 'noop',
  cost: 'Nothing: Downpour removes it before the run.',
  atError: 'It never fails.',
  fields: {},
  compile: () => [],
});
