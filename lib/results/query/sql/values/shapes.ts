import { Shape } from './shape.ts';

/** Names that were read one after another, and the names that followed them before. */
type Node = {
  readonly name: string;
  /** The name in quotes, in the most likely form of its next occurrence. */
  readonly quoted: string;
  readonly parent: Node | undefined;
  readonly depth: number;
  children: Map<string, Node> | undefined;
  latest: Node | undefined;
  shape: Shape | undefined;
};

/** Longer objects, and documents whose objects are all different, get their own shapes. */
const sharedNamesMax = 64;
const nodesMax = 10_000;

/** The shapes of one document: a tree of names. */
export class Shapes {
  readonly #root: Node = newNode('', '', undefined);
  #nodes = 0;

  /** Begins an object. */
  begin(): Names {
    return new Names(this.#root, this);
  }

  /** The node after a name; undefined when the tree is full. */
  follow(node: Node, name: string): Node | undefined {
    const known = node.children?.get(name);
    if (known !== undefined) {
      node.latest = known;
      return known;
    }
    if (node.depth >= sharedNamesMax || this.#nodes >= nodesMax) return undefined;
    this.#nodes += 1;
    const created = newNode(name, JSON.stringify(name), node);
    node.children ??= new Map();
    node.children.set(name, created);
    node.latest = created;
    return created;
  }
}

const newNode = (name: string, quoted: string, parent: Node | undefined): Node => ({
  name,
  quoted,
  parent,
  depth: parent === undefined ? 0 : parent.depth + 1,
  children: undefined,
  latest: undefined,
  shape: undefined,
});

/** The names of one object while it is read. */
export class Names {
  readonly #shapes: Shapes;
  #node: Node;
  #own: string[] | undefined;

  constructor(root: Node, shapes: Shapes) {
    this.#node = root;
    this.#shapes = shapes;
  }

  /** The likely next name in quotes, if earlier objects had one here. */
  get guess(): string | undefined {
    return this.#own === undefined ? this.#node.latest?.quoted : undefined;
  }

  /** Accepts the guess as the next name. */
  takeGuess(): void {
    this.#node = this.#node.latest ?? this.#node;
  }

  add(name: string): void {
    if (this.#own !== undefined) {
      this.#own.push(name);
      return;
    }
    const next = this.#shapes.follow(this.#node, name);
    if (next === undefined) this.#own = [...namesUpTo(this.#node), name];
    else this.#node = next;
  }

  /** All names in the order of reading, with repetitions. */
  all(): readonly string[] {
    return this.#own ?? namesUpTo(this.#node);
  }

  /** Undefined when a name is repeated. */
  shape(): Shape | undefined {
    const known = this.#own === undefined ? this.#node.shape : undefined;
    if (known !== undefined) return known;
    const names = this.all();
    if (new Set(names).size !== names.length) return undefined;
    const shape = new Shape(names);
    if (this.#own === undefined) this.#node.shape = shape;
    return shape;
  }
}

function namesUpTo(node: Node): string[] {
  const names: string[] = [];
  for (let at: Node | undefined = node; at?.parent !== undefined; at = at.parent) names.push(at.name);
  return names.reverse();
}
