import type { StepKind } from '../kind.ts';

export const noop: StepKind<Record<string, never>> = {
  name: 'noop',
  summary: 'Does nothing.',
  example: 'noop',
  parse: () => ({}),
  compile: () => [],
};
