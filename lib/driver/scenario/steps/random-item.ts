import type { Step } from '../../model/session.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { lengthOf, listOf } from '../values.ts';
import { parseWeights, type Weighted, weightedIndex } from './weights.ts';

type Body = { readonly toVar: string } & (
  | { readonly items: readonly Weighted[] }
  | { readonly fromVar: string }
);

const sources = ['list', 'file', 'fromVar'] as const;

export const randomItem: StepKind<Body> = {
  name: 'randomItem',
  summary:
    'Stores a random item of a list, where weights make some more frequent, or of an array in a variable.',
  example: 'randomItem: { toVar: path, list: [/home, /search] }',
  notBuilt: ['file'],
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const toVar = textOf(body.toVar);
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    if (toVar) scope.writesVariable(toVar, 'object', at);
    const given = sources.filter((key) => body[key] !== undefined);
    if (!toVar || given.length !== 1) {
      scope.findings.error(
        at,
        'randomItem needs toVar and exactly one of list, file and fromVar',
        "write 'randomItem: item <- array' for an array in a variable",
      );
      return undefined;
    }
    if (given[0] === 'file') return undefined;
    const fromVar = textOf(body.fromVar);
    if (fromVar !== undefined) {
      scope.readsVariable(fromVar, 'object', at);
      return { toVar, fromVar };
    }
    const items = parseWeights(body.list, [...at, 'list'], scope);
    return items.length === 0 ? undefined : { toVar, items };
  },
  compile(body, { variables, random }) {
    const write = variables.write(body.toVar);
    if ('fromVar' in body) {
      const { fromVar } = body;
      const array = variables.need(fromVar);
      return [
        (session, sequence) => {
          const items = listOf(array(session, sequence), fromVar);
          const length = lengthOf(items);
          if (length === 0) throw new Error(`array '${fromVar}' is empty, so there is no random item`);
          write(session, sequence, items[(random.next() * length) | 0]);
          return true;
        },
      ];
    }
    const texts = body.items.map((item) => item.text);
    const draw = weightedIndex(body.items, random);
    const step: Step = (session, sequence) => {
      write(session, sequence, texts[draw()]);
      return true;
    };
    return [step];
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const [toVar, fromVar, ...more] = text.split('<-');
  return more.length > 0 || !fromVar?.trim() ? {} : { toVar: toVar?.trim(), fromVar: fromVar.trim() };
}
