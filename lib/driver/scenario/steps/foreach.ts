import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import type { Session } from '../../model/session.ts';
import { awaits, changes } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { lengthOf, listOf } from '../values.ts';
import { dependency } from './awaited-variable.ts';

/** The instance with index 3 handles item 3. So in an instance, `fromVar[.]` is its own item. */
export const foreach = step({
  name: 'foreach',
  summary:
    'Starts an instance of a sequence for each item of an array, up to the first unset item; waits while the variable is unset.',
  example: 'foreach: { fromVar: names, sequence: greet, counterVar: greeted }',
  cost: 'Starts one instance for each item: linear in the items, and the users of a session share its instances.',
  atError:
    'Waits while the variable or `dependency` is unset, and fails the phase when the variable has no array, when the array has more items than the sequence has instances, or when instances still run.',
  fields: {
    fromVar: required(awaits('object', 'Name of the session variable with the array.', 'names')),
    dependency,
    sequence: required(name('Name of the sequence to start, without brackets.', 'greet')),
    // The step writes this variable when the document names it. No other step needs to read it.
    counterVar: changes(
      'int',
      'Name of the session variable that receives the number of instances.',
      'greeted',
    ),
  },
  check(body, at, scope) {
    scope.startsSequence(body.sequence, [...at, 'sequence'], { each: true });
    return body;
  },
  compile({ fromVar, dependency, sequence: name, counterVar }, { variables, sequenceNumber, place }) {
    const awaited = dependency === undefined ? undefined : variables.read(dependency);
    const read = variables.read(fromVar);
    const count = counterVar === undefined ? undefined : variables.write(counterVar);
    const number = sequenceNumber(name);
    return [
      (session, sequence) => {
        if (awaited !== undefined && awaited(session, sequence) === undefined) return false;
        const value = read(session, sequence);
        if (value === undefined) return false;
        const items = lengthOf(listOf(value, fromVar));
        for (let index = 0; index < items; index += 1) {
          const started = session.startSequence(number, sequence, place);
          if (session.stopped) return true;
          if (started === undefined && index > 0) throw tooMany(name, items, index);
          if (started?.index !== index) throw stillRunning(name, session);
        }
        count?.(session, sequence, items);
        return true;
      },
    ];
  },
});

const tooMany = (name: string, items: number, free: number): Error =>
  new Error(
    `foreach: '${name}' has no instance for item ${free} of ${items}; name it '${name}[N]', where N is the largest number of items`,
  );

const stillRunning = (name: string, { inFlight }: Session): Error =>
  new Error(
    `foreach: instances of '${name}' still run${inFlight > 0 ? ' or wait for responses' : ''}, so foreach cannot give each item its index`,
  );
