import type { StepKind } from '../kind.ts';

export const noop: StepKind<Record<string, never>> = {
  name: 'noop',
  summary: 'Does nothing.',
  example: 'noop',
  cost: 'Nothing per request: it compiles to no step at all.',
  atError: 'Nothing in it can fail.',
  parse: () => ({}),
  compile: () => [],
};
