import { type Accessor, expressionsIn, type Node, operandsOf } from '../../sql/grammar/ast.ts';

/**
 * The members of the root object that an evaluation can read. Undefined when it may read all of them. The
 * other members can be left out: they change neither an answer nor an error, because tests of the root object
 * (its type, its size, whether it is a number) do not depend on them. `.keyvalue()` does, because its ids
 * depend on the position of an object in `jsonb`.
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
   * Visits a part of the path.
   * @param isRoot true if `@` is the root object.
   * @returns true if the part gives the root object. Other parts give numbers or truths.
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

  /**
   * Visits an accessor.
   * @param from true if the accessor is applied to the root object.
   * @returns true if the accessor gives the root object.
   */
  #follow(accessor: Accessor, from: boolean, isRoot: boolean): boolean {
    switch (accessor.kind) {
      case 'member':
        if (from) this.names.add(accessor.name);
        return false;
      case 'anyMember':
      case 'descendants':
        if (from) this.isEverything = true;
        return false;
      // In lax mode a step to elements treats an object as an array that contains only this object. In strict
      // mode it is an error.
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
