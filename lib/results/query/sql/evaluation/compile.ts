import type { Ast, Expression, Predicate } from '../grammar/ast.ts';
import { isPredicate } from '../grammar/ast.ts';
import { documentBase, variablesBase } from '../values/object-id.ts';
import { compileAccessor } from './compile-accessor.ts';
import { compileArithmetic, compileSign } from './compile-arithmetic.ts';
import { compilePredicate } from './compile-predicate.ts';
import { SqlPathError } from './errors.ts';
import { emit, isTrue, isUnknown, ok, type Step } from './evaluation.ts';

/** A path as a function, made once and called for many documents. */
export function compilePath({ mode, root }: Ast): Step {
  return compileNode(root, emit, mode === 'lax');
}

/** @param next what follows the part; `emit` when nothing does. */
export function compileNode(node: Expression | Predicate, next: Step, isLax: boolean): Step {
  if (isPredicate(node)) return compileAnswer(node, next, isLax);
  switch (node.kind) {
    case 'literal':
      return compileLiteral(node.value, next);
    case 'variable':
      return compileVariable(node.name, next);
    case 'root':
      return compileRoot(next);
    case 'current':
      return (evaluation, _item, found) => next(evaluation, evaluation.current, found);
    case 'last':
      return (evaluation, _item, found) => next(evaluation, evaluation.size - 1, found);
    case 'sign':
      return compileSign(node, next, isLax);
    case 'arithmetic':
      return compileArithmetic(node, next, isLax);
    case 'path': {
      const rest = node.accessors.reduceRight((after, part) => compileAccessor(part, after, isLax), next);
      return compileNode(node.base, rest, isLax);
    }
  }
}

function compileLiteral(value: Extract<Expression, { kind: 'literal' }>['value'], next: Step): Step {
  return (evaluation, _item, found) => next(evaluation, value, found);
}

function compileVariable(name: string, next: Step): Step {
  return (evaluation, _item, found) => {
    const value = evaluation.variables?.get(name);
    if (value === undefined) throw new SqlPathError('42704', `could not find jsonpath variable "${name}"`);
    const { base } = evaluation;
    evaluation.base = variablesBase;
    const outcome = next(evaluation, value, found);
    evaluation.base = base;
    return outcome;
  };
}

function compileRoot(next: Step): Step {
  return (evaluation, _item, found) => {
    const { base } = evaluation;
    evaluation.base = documentBase;
    const outcome = next(evaluation, evaluation.root, found);
    evaluation.base = base;
    return outcome;
  };
}

/** A predicate as an item: true, false, or null for unknown. */
function compileAnswer(node: Predicate, next: Step, isLax: boolean): Step {
  const condition = compilePredicate(node, isLax);
  return (evaluation, item, found) => {
    const truth = condition(evaluation, item);
    if (found === null && next === emit) return ok;
    return next(evaluation, truth === isUnknown ? null : truth === isTrue, found);
  };
}
