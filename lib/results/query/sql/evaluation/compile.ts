import { and, exists, not, or } from '../../evaluation/conditions.ts';
import { emit, type Item } from '../../evaluation/evaluation.ts';
import { elementsStep, filterStep } from '../../evaluation/steps.ts';
import {
  type Accessor,
  type Ast,
  type Expression,
  isPredicate,
  type Node,
  type Predicate,
} from '../grammar/ast.ts';
import {
  anyElementStep,
  anyMemberStep,
  anyObjectMemberStep,
  descendantsStep,
  rangeOf,
  unwrapping,
} from './accessors.ts';
import {
  comparison,
  isUnknownCondition,
  likeRegex,
  type PairTest,
  somePair,
  startsWith,
} from './conditions.ts';
import { datetimeStep, methodStep, sizeStep } from './methods.ts';
import {
  answerStep,
  arithmeticStep,
  rootStep,
  signStep,
  unwrappedOperand,
  variableStep,
} from './operands.ts';
import { needsMembers } from './skip-scalars.ts';
import type { Condition, Operand, Range, Step } from './sql-evaluation.ts';

/** Compiles a path to a function. One function is used for many documents. */
export const compilePath = ({ mode, root }: Ast): Step => new Compiler(mode === 'lax').node(root, emit);

/**
 * Compiles each part of a syntax tree. The functions for single parts are in other files of this folder, and
 * get the compiled functions of the parts inside.
 */
class Compiler {
  readonly #isLax: boolean;

  constructor(isLax: boolean) {
    this.#isLax = isLax;
  }

  /**
   * Compiles a part of the path.
   * @param next the step after the part; `emit` at the end.
   */
  node(node: Node, next: Step): Step {
    if (isPredicate(node)) return answerStep(this.#condition(node), next);
    switch (node.kind) {
      case 'literal':
        return (evaluation, _item, found) => next(evaluation, node.value, found);
      case 'variable':
        return variableStep(node.name);
      case 'root':
        return rootStep(next);
      case 'current':
        return (evaluation, _item, found) => next(evaluation, evaluation.current, found);
      case 'last':
        return (evaluation, _item, found) => next(evaluation, evaluation.size - 1, found);
      case 'sign':
        return signStep(node.sign, this.#operand(node.operand), next);
      case 'arithmetic':
        return arithmeticStep(node.operator, this.#operand(node.left), this.#operand(node.right), next);
      case 'path': {
        const rest = node.accessors.reduceRight(
          (after, part, at) => this.#accessor(part, after, node.accessors[at + 1]),
          next,
        );
        return this.node(node.base, rest);
      }
    }
  }

  /**
   * Compiles an accessor. In lax mode, all accessors except `[...]`, `**`, `.size()` and `.type()` are
   * applied to each element of an array.
   * @param following the accessor from which `next` was compiled; absent at the end of a path.
   */
  #accessor(accessor: Accessor, next: Step, following?: Accessor): Step {
    const isLax = this.#isLax;
    switch (accessor.kind) {
      case 'member':
        return unwrapping(anyObjectMemberStep(accessor.name, next), isLax);
      case 'anyMember':
        return unwrapping(anyMemberStep(next), isLax);
      case 'anyElement':
        return anyElementStep(next, isLax);
      case 'elements':
        return elementsStep(
          accessor.subscripts.map((one) => this.#range(one)),
          next,
          isLax,
        );
      case 'descendants':
        return descendantsStep(
          accessor.from,
          accessor.to,
          next,
          following !== undefined && needsMembers(following),
        );
      case 'filter':
        return unwrapping(filterStep(this.#condition(accessor.condition), next), isLax);
      case 'datetime':
        return unwrapping(datetimeStep(accessor.template, next), isLax);
      case 'method':
        if (accessor.name === 'size') return sizeStep(next, isLax);
        if (accessor.name === 'type') return methodStep(accessor.name, next);
        return unwrapping(methodStep(accessor.name, next), isLax);
    }
  }

  #range({ from, to }: Extract<Accessor, { kind: 'elements' }>['subscripts'][number]): Range {
    return rangeOf(from, this.node(from, emit), to && this.node(to, emit));
  }

  #condition(node: Predicate): Condition {
    switch (node.kind) {
      case 'and':
        return and(this.#condition(node.left), this.#condition(node.right));
      case 'or':
        return or(this.#condition(node.left), this.#condition(node.right));
      case 'not':
        return not(this.#condition(node.operand));
      case 'isUnknown':
        return isUnknownCondition(this.#condition(node.operand));
      case 'exists':
        return exists(this.node(node.operand, emit), !this.#isLax);
      case 'comparison':
        return this.#somePair(node.left, this.#other(node.right), comparison(node.operator));
      case 'startsWith':
        // In `starts with`, the operand after these words is never replaced by its elements, even if it is an
        // array in lax mode.
        return this.#somePair(
          node.whole,
          node.start.kind === 'literal' ? [node.start.value] : this.node(node.start, emit),
          startsWith,
        );
      case 'likeRegex':
        return this.#somePair(node.text, [null], likeRegex(node.pattern));
    }
  }

  #somePair(left: Expression, right: Operand | readonly Item[], test: PairTest): Condition {
    return somePair(this.#operand(left), right, test, this.#isLax);
  }

  /**
   * The second operand of a comparison. A literal needs no evaluation, because it is the same for every item.
   */
  #other(node: Expression): Operand | readonly Item[] {
    return node.kind === 'literal' ? [node.value] : this.#operand(node);
  }

  #operand(node: Expression): Operand {
    const step = this.node(node, emit);
    return this.#isLax ? unwrappedOperand(step) : step;
  }
}
