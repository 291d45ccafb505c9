import { define, oneOrList, own, referTo } from '../../declaration/schema.ts';
import type { StepDefinition } from '../../model/scenario.ts';
import { groupWords, type Group as KindGroup, type Part } from '../groups.ts';
import type { ScopedField } from './scoped-field.ts';

/**
 * The declarations in this file are fields of a body with steps, actions or handlers: a single one, or a
 * list.
 */

function parts(group: KindGroup, ofList?: unknown) {
  const word = groupWords[group];
  const definition = define(`${group}s`, {
    ...own(`One ${word}, or a list of them.`, ofList),
    ...oneOrList(referTo(group), 0),
  });
  return (description: string, example?: unknown): ScopedField<readonly Part[], false> => ({
    schema: referTo(definition, description, example),
    always: false,
    parse: (raw, at, scope) => scope.parseParts(group, raw, at),
  });
}

export const actions = parts('action', [{ setInt: 'page <- 1' }]);
export const processors = parts('processor', { json: '.id -> id' });
export const statusHandlers = parts('statusHandler', { range: 200 });
export const headerHandlers = parts('headerHandler');
export const rawBytesHandlers = parts('rawBytesHandler');

const listOfSteps = {
  title: 'a list of steps',
  ...own('Steps, which run in this order.', ['noop']),
  type: 'array',
  items: referTo('step'),
};
const stepsDefinition = define('steps', { ...listOfSteps, minItems: 1 });
export const stepsOfSequence = define('stepsOfSequence', listOfSteps);

export const steps = (
  description: string,
  example?: unknown,
): ScopedField<readonly StepDefinition[], false> => ({
  schema: referTo(stepsDefinition, description, example),
  always: false,
  parse: (raw, at, scope) => scope.parseSteps(raw, at),
});
