import { type Accessor, expressionsIn, type Node, operandsOf } from '../../sql/grammar/ast.ts';

/**
 * Names of all members of a root object that an evaluation can look at; undefined when it may look at others.
 * To leave out the others changes neither an answer nor an error: what is asked of the root object itself
 * (its type, its size, whether it is a number) they do not matter to. They do to `.keyvalue()`, whose ids
 * tell where in `jsonb` an object lies.
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
   * @returns whether the part gives the root object; other parts give numbers or truths, whatever they are
   *   made of.
   */
  visit(node: Node, isRoot: boolean): boolean {
    if (node.kind === 'root') return true;
    if (node.kind === 'current') return isRoot;
    if (node.kind === 'path')
      return node.accessors.reduce(
        (from, accessor) => this.#follow(accessor, from, isRoot),
        this.visit(node.base, isRoot),
      );
    for (const operand of operandsOf(node)) this.visit(operand, isRoot);
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
        for (const index of expressionsIn(accessor.subscripts)) this.visit(index, isRoot);
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
