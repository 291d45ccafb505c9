import type { Budget } from '../../budget.ts';
import { computedPattern, Pattern, patternOf } from '../../patterns/pattern.ts';
import { indexOfText } from '../../patterns/text-search.ts';
import type { Expression, MethodName } from '../grammar/ast.ts';
import { plain } from '../values/lossless-value.ts';
import { compileValue, type Evaluate, type Surroundings } from './condition.ts';

type Call = Extract<Expression, { kind: 'method' }>;

/** A method of JavaScript as a filter may call it. A target of another type than the method's gives a missing value. */
export function compileMethod({ name, target, arguments: given }: Call, around: Surroundings): Evaluate {
  const [argument] = given;
  if (name === 'test') return compileTest(target, argument, around);
  if (name === 'match') return compileTest(argument, target, around);
  const [on, using] = [
    compileValue(target, around),
    argument === undefined ? missing : compileValue(argument, around),
  ];
  return (scope) => {
    const [value, other] = [on(scope), using(scope)];
    return Array.isArray(value)
      ? callOnArray(name, value, other, around.budget)
      : callOnString(name, value, other, around.budget);
  };
}

const missing: Evaluate = () => undefined;

/** `/re/.test(text)` and `text.match(/re/)` are one question. A pattern may also be a computed string. */
function compileTest(
  pattern: Expression | undefined,
  text: Expression | undefined,
  around: Surroundings,
): Evaluate {
  if (pattern === undefined || text === undefined) return missing;
  const { budget } = around;
  const subject = compileValue(text, around);
  const find = pattern.kind === 'pattern' ? fixed(pattern) : computed(compileValue(pattern, around), budget);
  return (scope) => {
    const value = subject(scope);
    return typeof value === 'string' && (find(scope)?.find(value, budget) ?? false);
  };
}

type Find = (scope: Parameters<Evaluate>[0]) => Pattern | undefined;

function fixed({ source, flags }: Extract<Expression, { kind: 'pattern' }>): Find {
  const pattern = patternOf(source, flags);
  if (!(pattern instanceof Pattern)) throw pattern;
  return () => pattern;
}

function computed(source: Evaluate, budget: Budget): Find {
  return (scope) => {
    const text = source(scope);
    return typeof text === 'string' ? computedPattern(text, budget) : undefined;
  };
}

function callOnArray(name: MethodName, value: readonly unknown[], other: unknown, budget: Budget): unknown {
  if (name !== 'includes' && name !== 'indexOf') return undefined;
  budget.spend(1 + value.length / 10);
  const at = value.findIndex((element) => plain(element) === other);
  return name === 'includes' ? at >= 0 : at;
}

function callOnString(name: MethodName, value: unknown, other: unknown, budget: Budget): unknown {
  if (typeof value !== 'string') return undefined;
  budget.spend(1 + value.length / 100);
  if (name === 'toLowerCase') return value.toLowerCase();
  if (name === 'toUpperCase') return value.toUpperCase();
  if (name === 'trim') return value.trim();
  if (typeof other !== 'string') return undefined;
  if (name === 'startsWith') return value.startsWith(other);
  if (name === 'endsWith') return value.endsWith(other);
  const at = indexOfText(value, other, budget);
  return name === 'includes' ? at >= 0 : at;
}
