import { referTo } from '../../declaration/schema.ts';
import type { StepDefinition } from '../../model/scenario.ts';
import type { Group as KindGroup, Part } from '../groups.ts';
import type { ScopedField } from './scoped.ts';

/** Fields with steps, actions or handlers: one of them, or a list. */

const parts =
  (group: KindGroup) =>
  (description: string, example?: unknown): ScopedField<readonly Part[], false> => ({
    schema: referTo(`${group}s`, description, example),
    always: false,
    parse: (raw, at, scope) => scope.parseParts(group, raw, at),
  });

export const actions = parts('action');
export const processors = parts('processor');
export const statusHandlers = parts('statusHandler');
export const headerHandlers = parts('headerHandler');
export const rawBytesHandlers = parts('rawBytesHandler');

export const steps = (
  description: string,
  example?: unknown,
): ScopedField<readonly StepDefinition[], false> => ({
  schema: referTo('steps', description, example),
  always: false,
  parse: (raw, at, scope) => scope.parseSteps(raw, at),
});
