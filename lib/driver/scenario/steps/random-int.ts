import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';

type Body = { readonly toVar: string; readonly min: IntSource; readonly max: IntSource };

export const randomInt: StepKind<Body> = {
  name: 'randomInt',
  summary: 'Stores a uniform random int between `min` and `max`, both included.',
  example: 'randomInt: page <- 1 .. 20',
  cost: 'One random number and one write.',
  atError: 'An unset variable, text that is no whole number, or a `min` above `max` fails the phase.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const toVar = textOf(body?.toVar);
    if (body === undefined || toVar === undefined) {
      scope.findings.error(at, 'randomInt needs toVar', "write 'randomInt: name <- 1 .. 10'");
      return undefined;
    }
    const min = parseIntSource(body.min ?? 0, [...at, 'min'], scope);
    const max = parseIntSource(body.max ?? 2147483647, [...at, 'max'], scope);
    scope.writesVariable(toVar, 'int', at);
    if (min === undefined || max === undefined) return undefined;
    if ('value' in min && 'value' in max && min.value > max.value) {
      scope.findings.error(at, `randomInt has min ${min.value} above max ${max.value}`);
      return undefined;
    }
    return { toVar, min, max };
  },
  compile({ toVar, min, max }, { variables, random }) {
    const write = variables.write(toVar);
    const least = compileIntSource(min, variables);
    const most = compileIntSource(max, variables);
    return [
      (session, sequence) => {
        const low = least(session, sequence);
        const high = most(session, sequence);
        if (low > high) throw new Error(`randomInt has min ${low} above max ${high}`);
        write(session, sequence, random.integer(low, high));
        return true;
      },
    ];
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const match = /^(.+?)\s*<-\s*(-?\d+)\s*\.\.\s*(-?\d+)$/.exec(text.trim());
  return match === null ? {} : { toVar: match[1], min: match[2], max: match[3] };
}
