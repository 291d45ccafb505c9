import type { Path } from '../../document/problem.ts';
import { bodyOf, fieldsOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';

type Item = { readonly text: string; readonly weight: number };
type Body = { readonly toVar: string; readonly items: readonly Item[] };

export const randomItem: StepKind<Body> = {
  name: 'randomItem',
  summary: 'Stores a random item of a list; weights make some items more frequent.',
  example: 'randomItem: { toVar: path, list: [/home, /search] }',
  notBuilt: ['file', 'fromVar'],
  parse(raw, at, scope) {
    if (typeof raw === 'string') {
      scope.findings.error(
        at,
        'randomItem from a variable is part of the format but not built yet',
        'give a list',
      );
      return undefined;
    }
    const body = bodyOf(raw);
    const toVar = textOf(body?.toVar);
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', at);
    if (body?.file !== undefined || body?.fromVar !== undefined) return undefined;
    if (toVar === undefined || body?.list === undefined) {
      scope.findings.error(at, 'randomItem needs toVar and list');
      return undefined;
    }
    const items = itemsOf(body.list, [...at, 'list'], scope);
    return items.length === 0 ? undefined : { toVar, items };
  },
  compile({ toVar, items }, { variables, random }) {
    const write = variables.write(toVar);
    const texts = items.map((item) => item.text);
    if (items.every((item) => item.weight === items[0]?.weight)) {
      return [
        (session, sequence) => {
          write(session, sequence, texts[(random.next() * texts.length) | 0]);
          return true;
        },
      ];
    }
    const bounds = cumulative(items);
    return [
      (session, sequence) => {
        write(session, sequence, texts[indexOf(bounds, random.next())]);
        return true;
      },
    ];
  },
};

/** Weighted list: strings weigh 1, duplicates add up; a mapping gives text and weight. */
function itemsOf(raw: unknown, at: Path, scope: Scope): readonly Item[] {
  const weights = new Map<string, number>();
  const entries = Array.isArray(raw) ? raw.flatMap(entriesOf) : Object.entries(fieldsOf(raw) ?? {});
  for (const [text, weight] of entries) {
    const number = Number(weight);
    if (!(number > 0) || number === Number.POSITIVE_INFINITY) {
      scope.findings.error([...at, text], `weight of '${text}' must be a number above 0`);
      continue;
    }
    weights.set(text, (weights.get(text) ?? 0) + number);
  }
  if (entries.length === 0) scope.findings.error(at, 'randomItem has an empty list');
  return [...weights].map(([text, weight]) => ({ text, weight }));
}

function entriesOf(item: unknown): readonly (readonly [string, unknown])[] {
  const text = textOf(item);
  return text === undefined ? Object.entries(fieldsOf(item) ?? {}) : [[text, 1]];
}

function cumulative(items: readonly Item[]): readonly number[] {
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  let sum = 0;
  return items.map((item) => {
    sum += item.weight;
    return sum / total;
  });
}

function indexOf(bounds: readonly number[], draw: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (draw < (bounds[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  return low;
}
