import type { Expression, MethodName } from './ast.ts';
import { compileValue, type Evaluate, type Surroundings } from './condition.ts';
import { compilePattern, type Pattern } from './pattern.ts';

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
    around.budget.spend(1 + sizeOf(value) / 100);
    return Array.isArray(value) ? callOnArray(name, value, other) : callOnString(name, value, other);
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
  const { budget, patterns } = around;
  const value = compileValue(text, around);
  const find =
    pattern.kind === 'pattern'
      ? fixed(pattern)
      : computed(compileValue(pattern, around), patterns.get.bind(patterns));
  return (scope) => {
    const subject = value(scope);
    if (typeof subject !== 'string') return false;
    budget.spend(1 + subject.length / 100);
    return find(scope)?.find(subject) ?? false;
  };
}

function fixed({
  source,
  flags,
}: Extract<Expression, { kind: 'pattern' }>): (scope: Parameters<Evaluate>[0]) => Pattern {
  const pattern = compilePattern(source, flags);
  return () => pattern;
}

function computed(source: Evaluate, compile: (source: string) => Pattern | undefined) {
  return (scope: Parameters<Evaluate>[0]): Pattern | undefined => {
    const text = source(scope);
    return typeof text === 'string' ? compile(text) : undefined;
  };
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 0;

function callOnArray(name: MethodName, value: readonly unknown[], other: unknown): unknown {
  if (name === 'includes') return value.includes(other);
  return name === 'indexOf' ? value.indexOf(other) : undefined;
}

function callOnString(name: MethodName, value: unknown, other: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  if (name === 'toLowerCase') return value.toLowerCase();
  if (name === 'toUpperCase') return value.toUpperCase();
  if (name === 'trim') return value.trim();
  if (typeof other !== 'string') return undefined;
  if (name === 'startsWith') return value.startsWith(other);
  if (name === 'endsWith') return value.endsWith(other);
  return name === 'includes' ? value.includes(other) : value.indexOf(other);
}
