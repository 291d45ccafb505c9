import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import { type Comparisons, compileIntTest, parseComparisons } from '../conditions/int.ts';
import { bodyOf, booleanOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';

type Body = {
  readonly variable: string;
  /** `one`: the value of the only source; `min` and `max`: the least or greatest of them. */
  readonly pick: 'one' | 'min' | 'max';
  readonly sources: readonly IntSource[];
  readonly onlyIfNotSet: boolean;
  /** What the current value must pass. */
  readonly intCondition?: Comparisons;
};

export const setInt: ActionKind<Body> = {
  name: 'setInt',
  summary: 'Sets an int variable to a number, to another variable, or to the least or greatest of several.',
  example: 'setInt: count <- 1',
  cost: 'One write; with `min` or `max` a read of each of their entries.',
  atError:
    'An unset `fromVar` or entry, or text that is no whole number, is an error; an unset variable passes no `intCondition`, and is left unset.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const variable = textOf(body?.var);
    if (body === undefined || variable === undefined) {
      scope.findings.error(at, 'setInt needs var and a value', "write 'setInt: name <- 1'");
      return undefined;
    }
    const given = parseSources(body, at, scope);
    const intCondition = parseComparisons(bodyOf(body.intCondition) ?? {}, [...at, 'intCondition'], scope);
    scope.writesVariable(variable, 'int', at);
    if (given === undefined || intCondition === undefined) return undefined;
    const onlyIfNotSet = booleanOf(body.onlyIfNotSet, false);
    return { variable, ...given, onlyIfNotSet, ...(intCondition.length === 0 ? {} : { intCondition }) };
  },
  compile({ variable, pick, sources, onlyIfNotSet, intCondition }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    const value = pickOf(
      pick,
      sources.map((source) => compileIntSource(source, variables)),
    );
    const passes = intCondition && compileIntTest(intCondition, variable, variables);
    return (session, sequence) => {
      if (onlyIfNotSet || passes !== undefined) {
        const current = read(session, sequence);
        if (onlyIfNotSet && current !== undefined) return;
        // A variable without a value passes no comparison.
        if (passes !== undefined && (current === undefined || !passes(session, sequence, current))) return;
      }
      write(session, sequence, value(session, sequence));
    };
  },
};

function parseSources(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): Pick<Body, 'pick' | 'sources'> | undefined {
  const given = (['value', 'fromVar', 'min', 'max'] as const).filter((key) => body[key] !== undefined);
  const [key] = given;
  if (key === undefined || given.length > 1) {
    scope.findings.error(at, 'setInt needs exactly one of value, fromVar, min and max');
    return undefined;
  }
  if (key === 'value' || key === 'fromVar') {
    const source = parseIntSource(key === 'value' ? body.value : { fromVar: body.fromVar }, at, scope);
    return source === undefined ? undefined : { pick: 'one', sources: [source] };
  }
  const list = Array.isArray(body[key]) ? body[key] : [body[key]];
  const sources = list.flatMap(
    (item: unknown, index: number) => parseIntSource(item, [...at, key, index], scope) ?? [],
  );
  return sources.length === 0 ? undefined : { pick: key, sources };
}

function pickOf(pick: Body['pick'], sources: readonly Read<number>[]): Read<number> {
  const [first] = sources;
  if (pick === 'one' && first !== undefined) return first;
  const choose = pick === 'min' ? Math.min : Math.max;
  return (session, sequence) => {
    let picked = pick === 'min' ? Infinity : -Infinity;
    for (const source of sources) picked = choose(picked, source(session, sequence));
    return picked;
  };
}

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const [variable, value, ...more] = text.split('<-');
  return more.length > 0 || value === undefined || integerOf(value.trim()) === undefined
    ? {}
    : { var: variable?.trim(), value: value.trim() };
}
