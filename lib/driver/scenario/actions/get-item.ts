import { counted } from '../../../words.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';
import { boundedLog } from '../warnings.ts';

type Body = { readonly fromVar: string; readonly index: IntSource; readonly toVar: string };

export const getItem: ActionKind<Body> = {
  name: 'getItem',
  summary: 'Copies an item of an array; when there is none, says so in the log and copies nothing.',
  example: 'getItem: { fromVar: basket, index: 0, toVar: wish }',
  cost: 'One read and one write; the item itself is not copied.',
  atError:
    'An unset `fromVar`, one without an array, or an index without an item logs a warning and goes on with `toVar` as it was; an unset variable for `index` is an error.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const fromVar = textOf(body.fromVar);
    const toVar = textOf(body.toVar);
    const index = parseIntSource(body.index, [...at, 'index'], scope);
    if (fromVar === undefined || toVar === undefined)
      scope.findings.error(at, 'getItem needs fromVar, index and toVar');
    if (fromVar !== undefined) scope.readsVariable(fromVar, 'object', [...at, 'fromVar']);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', [...at, 'toVar']);
    return fromVar === undefined || toVar === undefined || index === undefined
      ? undefined
      : { fromVar, index, toVar };
  },
  compile({ fromVar, index, toVar }, { variables, environment }) {
    const list = variables.read(fromVar);
    const place = compileIntSource(index, variables);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return (session, sequence) => {
      const items = list(session, sequence);
      if (!Array.isArray(items)) {
        warn(`getItem: variable '${fromVar}' ${items === undefined ? 'is not set' : 'holds no array'}`);
        return;
      }
      const at = place(session, sequence);
      const item = items[at];
      if (item === undefined)
        warn(`getItem: '${fromVar}' of ${counted(items.length, 'item')} has none at ${at}`);
      else write(session, sequence, item);
    };
  },
};
