import type { Session } from '../../model/session.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { lengthOf, listOf } from '../values.ts';

type Body = { readonly fromVar: string; readonly sequence: string; readonly counterVar?: string };

/** The instance for the item at 3 has the index 3, so that `fromVar[.]` is its item. */
export const foreach: StepKind<Body> = {
  name: 'foreach',
  summary:
    'Starts an instance of a sequence for each leading set item of an array; waits while the variable is unset.',
  example: 'foreach: { fromVar: names, sequence: greet, counterVar: greeted }',
  cost: 'Starts one instance for each item: linear in the items; instances are made when they are first needed, and used again by all later users of the session.',
  atError:
    'Waits while the variable is unset; no array, more items than instances, or instances that still run fail the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw);
    const fromVar = textOf(body?.fromVar);
    const sequence = textOf(body?.sequence);
    const counterVar = textOf(body?.counterVar);
    if (counterVar !== undefined) {
      scope.writesVariable(counterVar, 'int', [...at, 'counterVar']);
      // It is written whether its author wants the number or not.
      scope.readsVariable(counterVar, 'int', [...at, 'counterVar']);
    }
    if (fromVar === undefined || sequence === undefined) {
      scope.findings.error(at, 'foreach needs fromVar and sequence');
      return undefined;
    }
    scope.awaitsVariable(fromVar, 'object', [...at, 'fromVar']);
    scope.startsSequence(sequence, [...at, 'sequence'], { each: true });
    return { fromVar, sequence, ...(counterVar === undefined ? {} : { counterVar }) };
  },
  compile({ fromVar, sequence: name, counterVar }, { variables, sequenceNumber, place }) {
    const read = variables.read(fromVar);
    const count = counterVar === undefined ? undefined : variables.write(counterVar);
    const number = sequenceNumber(name);
    return [
      (session, sequence) => {
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
};

const tooMany = (name: string, items: number, free: number): Error =>
  new Error(
    `foreach: '${name}' has no instance for item ${free} of ${items}; call it '${name}[N]', N the most items`,
  );

const stillRunning = (name: string, { inFlight }: Session): Error =>
  new Error(
    `foreach: instances of '${name}' still run${inFlight > 0 ? ' or wait for responses' : ''}, so items and indexes do not fit`,
  );
