import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';

type Body = {
  readonly variable: string;
  /** `one`: the value of the only source; `min` and `max`: the least or greatest of them. */
  readonly pick: 'one' | 'min' | 'max';
  readonly sources: readonly IntSource[];
  readonly onlyIfNotSet: boolean;
};

export const setInt: ActionKind<Body> = {
  name: 'setInt',
  summary: 'Sets an int variable to a number, to another variable, or to the least or greatest of several.',
  example: 'setInt: count <- 1',
  notBuilt: ['intCondition'],
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const variable = textOf(body?.var);
    if (body === undefined || variable === undefined) {
      scope.findings.error(at, 'setInt needs var and a value', "write 'setInt: name <- 1'");
      return undefined;
    }
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    const given = parseSources(body, at, scope);
    scope.writesVariable(variable, 'int', at);
    return given === undefined
      ? undefined
      : { variable, ...given, onlyIfNotSet: textOf(body.onlyIfNotSet) === 'true' };
  },
  compile({ variable, pick, sources, onlyIfNotSet }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    const value = pickOf(
      pick,
      sources.map((source) => compileIntSource(source, variables)),
    );
    return (session, sequence) => {
      if (onlyIfNotSet && read(session, sequence) !== undefined) return;
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
