import { jsonOf, type RawValues } from '../../../../lib/results/query/planner/rows/raw-values.ts';
import { testNumbers } from '../../../../lib/results/query/planner/shape/cells.ts';
import type { Condition, Step } from '../../../../lib/results/query/planner/shape/path-shape.ts';

/**
 * A value as it is written in a document. Tests use it as a second, slow way to follow a path. The last of
 * repeated names counts.
 */
export type Written = { readonly text: string; readonly value: unknown } & (
  | { readonly kind: 'scalar' }
  | { readonly kind: 'array'; readonly items: readonly Written[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Written> }
);

const token = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/suy;

export function readWritten(source: string): Written {
  const text = source.replace(/^\ufeff/, '');
  let at = 0;
  const peek = (): string => {
    token.lastIndex = at;
    return token.exec(text)?.[1] ?? '';
  };
  const take = (): string => {
    token.lastIndex = at;
    const found = token.exec(text)?.[1] ?? '';
    at = token.lastIndex;
    return found;
  };
  const read = (): Written => {
    const first = take();
    const start = at - first.length;
    const done = () => ({ text: text.slice(start, at), value: JSON.parse(text.slice(start, at)) as unknown });
    if (first === '[') {
      const items: Written[] = [];
      while (peek() !== ']') {
        items.push(read());
        if (peek() === ',') take();
      }
      take();
      return { kind: 'array', items, ...done() };
    }
    if (first === '{') {
      const members = new Map<string, Written>();
      while (peek() !== '}') {
        const name = JSON.parse(take()) as string;
        take();
        members.set(name, read());
        if (peek() === ',') take();
      }
      take();
      return { kind: 'object', members, ...done() };
    }
    return { kind: 'scalar', ...done() };
  };
  return read();
}

/** The text of each value as its document has it. */
export function textsOf(values: RawValues): readonly string[] {
  const all = readWritten(jsonOf(values, true).toString());
  return all.kind === 'array' ? all.items.map(({ text }) => text) : [];
}

/** The value without blanks and needless escapes. Its digits are unchanged. */
export function tidyText(written: Written): string {
  if (written.kind === 'array') return `[${written.items.map(tidyText).join(',')}]`;
  if (written.kind === 'scalar')
    return typeof written.value === 'string' ? JSON.stringify(written.value) : written.text;
  const members = [...written.members].map(([name, value]) => `${JSON.stringify(name)}:${tidyText(value)}`);
  return `{${members.join(',')}}`;
}

/** The values that steps select by RFC 9535, in document order. */
export function follow(root: Written, steps: readonly Step[]): readonly Written[] {
  return steps.reduce<readonly Written[]>(
    (found, step) => found.flatMap((one) => followOne(one, step)),
    [root],
  );
}

function followOne(from: Written, step: Step): readonly Written[] {
  if ('deep' in step && step.deep) {
    const { deep: _, ...shallow } = step;
    return [...followOne(from, shallow), ...children(from).flatMap((child) => followOne(child, step))];
  }
  switch (step.kind) {
    case 'member': {
      const found = from.kind === 'object' ? from.members.get(step.name) : undefined;
      return found === undefined ? [] : [found];
    }
    case 'wildcard':
      return children(from);
    case 'slice': {
      if (from.kind !== 'array') return [];
      // An index is a slice of one element. Before the first element it selects nothing.
      return from.items.slice(step.start, step.end ?? from.items.length);
    }
    case 'filter':
      return children(from).filter((child) => holds(child, step.condition));
    case 'members':
    case 'count':
      throw new Error('these are compared elsewhere');
  }
}

const children = (from: Written): readonly Written[] =>
  from.kind === 'array' ? from.items : from.kind === 'object' ? [...from.members.values()] : [];

function holds(element: Written, condition: Condition): boolean | undefined {
  switch (condition.kind) {
    case 'and': {
      const [left, right] = [holds(element, condition.left), holds(element, condition.right)];
      return left === false || right === false ? false : left === undefined ? undefined : right;
    }
    case 'or': {
      const [left, right] = [holds(element, condition.left), holds(element, condition.right)];
      return left || right ? true : left === undefined ? undefined : right;
    }
    case 'not': {
      const value = holds(element, condition.operand);
      return value === undefined ? undefined : !value;
    }
    case 'isUnknown':
      return holds(element, condition.operand) === undefined;
    default: {
      const at = (path: readonly string[]): Written | undefined =>
        follow(
          element,
          path.map((name) => ({ kind: 'member', name })),
        )[0];
      const found = at(condition.path);
      if (condition.kind === 'pair')
        return [false, true, undefined][
          condition.test.ofTexts(found?.text ?? '', at(condition.other)?.text ?? '')
        ];
      const text = found?.text ?? '';
      const [only] =
        condition.kind === 'number'
          ? testNumbers(new TextEncoder().encode(`${text}\n`), 1, condition.test)
          : [condition.test(text)];
      return [false, true, undefined][only!];
    }
  }
}

/** The values that the same steps select in SQL/JSON path; undefined when strict mode raises an error. */
export function followSql(
  root: Written,
  steps: readonly Step[],
  isStrict: boolean,
): readonly Written[] | undefined {
  let found: readonly Written[] = [root];
  for (const step of steps) {
    const next = found.map((one) => (isStrict ? strictly(one, step) : leniently(one, step)));
    if (next.includes(undefined)) return undefined;
    found = next.flatMap((one) => one ?? []);
  }
  return found;
}

/**
 * Lax mode: an array is replaced by its elements before a member and a filter, and any other value is an
 * array of itself before an element.
 */
function leniently(from: Written, step: Step): readonly Written[] {
  if (step.kind === 'member')
    return (from.kind === 'array' ? from.items : [from]).flatMap((one) => followOne(one, step));
  const items = from.kind === 'array' ? from.items : [from];
  if (step.kind !== 'filter') return followOne({ kind: 'array', items, text: '', value: null }, step);
  const candidates = items.flatMap((one) => (one.kind === 'array' ? one.items : [one]));
  return candidates.filter((one) => holds(one, step.condition) === true);
}

function strictly(from: Written, step: Step): readonly Written[] | undefined {
  if (step.kind === 'member')
    return from.kind === 'object' && from.members.has(step.name) ? followOne(from, step) : undefined;
  if (from.kind !== 'array') return undefined;
  if (step.kind === 'slice' && (step.start < 0 || (step.end ?? 0) > from.items.length)) return undefined;
  return from.items
    .filter((one) => step.kind !== 'filter' || holds(one, step.condition) === true)
    .slice(...sliceOf(step));
}

const sliceOf = (step: Step): [number?, number?] => (step.kind === 'slice' ? [step.start, step.end] : []);
