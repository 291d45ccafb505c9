import type { Accessor, Expression, Predicate } from '../../sql/grammar/ast.ts';

type Node = Expression | Predicate;

/**
 * Names of all members of a root object that an evaluation can look at; undefined when it may look at others. To leave
 * out the others changes neither an answer nor an error: what is asked of the root object itself (its type, its size,
 * whether it is a number) they do not matter to. They do to `.keyvalue()`, whose ids tell where in `jsonb` an object lies.
 */
export function sqlReach(root: Node): readonly string[] | undefined {
  const reach = new Reach();
  const isWhole = reach.visit(root, false);
  return isWhole || reach.isEverything ? undefined : [...reach.names];
}

class Reach {
  readonly names = new Set<string>();
  isEverything = false;

  /**
   * @param isRoot whether `@` is the root object.
   * @returns whether the part gives the root object.
   */
  visit(node: Node, isRoot: boolean): boolean {
    switch (node.kind) {
      case 'root':
        return true;
      case 'current':
        return isRoot;
      case 'path':
        return node.accessors.reduce(
          (from, accessor) => this.#follow(accessor, from, isRoot),
          this.visit(node.base, isRoot),
        );
      case 'literal':
      case 'variable':
      case 'last':
        return false;
      case 'sign':
      case 'not':
      case 'isUnknown':
      case 'exists':
        return this.#visitAll([node.operand], isRoot);
      case 'arithmetic':
      case 'comparison':
      case 'and':
      case 'or':
        return this.#visitAll([node.left, node.right], isRoot);
      case 'startsWith':
        return this.#visitAll([node.whole, node.start], isRoot);
      case 'likeRegex':
        return this.#visitAll([node.text], isRoot);
    }
  }

  /** Parts that give numbers or truths, whatever they are made of. */
  #visitAll(parts: readonly Node[], isRoot: boolean): false {
    for (const part of parts) this.visit(part, isRoot);
    return false;
  }

  /** @param from whether the accessor stands behind the root object. @returns whether it leads to it. */
  #follow(accessor: Accessor, from: boolean, isRoot: boolean): boolean {
    switch (accessor.kind) {
      case 'member':
        if (from) this.names.add(accessor.name);
        return false;
      case 'anyMember':
      case 'descendants':
        if (from) this.isEverything = true;
        return false;
      // To lax mode an object is an array of itself; strict mode takes it for an error.
      case 'anyElement':
        return from;
      case 'elements':
        for (const { from: first, to } of accessor.subscripts)
          this.#visitAll(to === undefined ? [first] : [first, to], isRoot);
        return from;
      case 'filter':
        this.visit(accessor.condition, from);
        return from;
      case 'method':
        if (accessor.name === 'keyvalue') this.isEverything = true;
        return false;
      case 'datetime':
        return false;
    }
  }
}
