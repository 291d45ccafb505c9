/** The expressions of DynamoDB that the stores write, over items as the document client has them. */

type Item = Record<string, unknown>;
export type Names = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, unknown>>;
type Bound = { readonly item: Item; readonly names: Names; readonly values: Values };
type Condition = (bound: Bound) => boolean;
type Operand = (bound: Bound) => unknown;
type Change = (bound: Bound, draft: Item) => void;

const conditions = new Map<string, Condition>();
const updates = new Map<string, readonly Change[]>();

export function holds(text: string | undefined, item: Item, names: Names = {}, values: Values = {}): boolean {
  if (text === undefined) return true;
  const known = conditions.get(text) ?? new Parser(text).condition();
  conditions.set(text, known);
  return known({ item, names, values });
}

/** A new item; the old one stays as it is. */
export function updated(text: string, item: Item, names: Names = {}, values: Values = {}): Item {
  const known = updates.get(text) ?? new Parser(text).update();
  updates.set(text, known);
  const draft = structuredClone(item);
  for (const change of known) change({ item, names, values }, draft);
  return draft;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[#:]?[\w-]+|<>|<=|>=|[=<>(),.+-]|\[\d+\]/g) ?? [];
  }

  condition(): Condition {
    const parsed = this.#or();
    this.#end();
    return parsed;
  }

  update(): readonly Change[] {
    const changes: Change[] = [];
    while (this.#at < this.#tokens.length) {
      const section = this.#next().toUpperCase();
      do changes.push(this.#change(section));
      while (this.#skip(','));
    }
    return changes;
  }

  #change(section: string): Change {
    const path = this.#path();
    switch (section) {
      case 'SET': {
        this.#expect('=');
        const value = this.#sum();
        return (bound, draft) => write(draft, path(bound.names), value(bound));
      }
      case 'REMOVE':
        return ({ names }, draft) => write(draft, path(names), undefined);
      case 'ADD': {
        const value = this.#operand();
        return (bound, draft) => {
          const [before, more] = [read(bound.item, path(bound.names)), value(bound)];
          const sum =
            more instanceof Set
              ? new Set([...((before as Set<unknown>) ?? []), ...more])
              : Number(before ?? 0) + Number(more);
          write(draft, path(bound.names), sum);
        };
      }
      case 'DELETE': {
        const value = this.#operand();
        return (bound, draft) => {
          const less = value(bound) as Set<unknown>;
          const before = (read(bound.item, path(bound.names)) as Set<unknown> | undefined) ?? new Set();
          write(draft, path(bound.names), new Set([...before].filter((each) => !less.has(each))));
        };
      }
      default:
        throw new Error(`no update begins with ${section}`);
    }
  }

  #or(): Condition {
    const all = [this.#and()];
    while (this.#skip('OR')) all.push(this.#and());
    return (bound) => all.some((each) => each(bound));
  }

  #and(): Condition {
    const all = [this.#not()];
    while (this.#skip('AND')) all.push(this.#not());
    return (bound) => all.every((each) => each(bound));
  }

  #not(): Condition {
    if (!this.#skip('NOT')) return this.#comparison();
    const inner = this.#not();
    return (bound) => !inner(bound);
  }

  #comparison(): Condition {
    if (this.#skip('(')) {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    const told = this.#told();
    if (told !== undefined) return told;
    const left = this.#operand();
    if (this.#skip('IN')) {
      const options = this.#list();
      return (bound) => options.some((each) => each(bound) === left(bound));
    }
    if (this.#skip('BETWEEN')) {
      const low = this.#operand();
      this.#expect('AND');
      const high = this.#operand();
      return (bound) => isOrdered(low(bound), left(bound)) && isOrdered(left(bound), high(bound));
    }
    const operator = this.#next();
    const right = this.#operand();
    return (bound) => compare(operator, left(bound), right(bound));
  }

  #told(): Condition | undefined {
    const name = this.#tokens[this.#at] ?? '';
    if (!['attribute_exists', 'attribute_not_exists', 'begins_with', 'contains'].includes(name))
      return undefined;
    this.#at += 1;
    const [of, what] = this.#list();
    return (bound) => {
      const value = of?.(bound);
      const other = what?.(bound);
      if (name === 'attribute_exists') return value !== undefined;
      if (name === 'attribute_not_exists') return value === undefined;
      if (name === 'begins_with') return String(value).startsWith(String(other));
      return value instanceof Set
        ? value.has(other)
        : Array.isArray(value)
          ? value.includes(other)
          : String(value).includes(String(other));
    };
  }

  #list(): readonly Operand[] {
    this.#expect('(');
    const all = [this.#operand()];
    while (this.#skip(',')) all.push(this.#operand());
    this.#expect(')');
    return all;
  }

  #sum(): Operand {
    const left = this.#operand();
    const sign = this.#skip('+') ? 1 : this.#skip('-') ? -1 : 0;
    if (sign === 0) return left;
    const right = this.#operand();
    return (bound) => Number(left(bound)) + sign * Number(right(bound));
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at] ?? '';
    if (token.startsWith(':')) {
      this.#at += 1;
      return ({ values }) => {
        if (!(token in values)) throw new Error(`no value ${token}`);
        return values[token];
      };
    }
    if (this.#tokens[this.#at + 1] === '(' && (token === 'if_not_exists' || token === 'size')) {
      this.#at += 1;
      const [of, otherwise] = this.#list();
      if (token === 'size') return (bound) => sizeOf(of?.(bound));
      return (bound) => of?.(bound) ?? otherwise?.(bound);
    }
    const path = this.#path();
    return ({ item, names }) => read(item, path(names));
  }

  #path(): (names: Names) => readonly string[] {
    const parts = [this.#next()];
    while (this.#skip('.')) parts.push(this.#next());
    return (names) => parts.map((part) => (part.startsWith('#') ? (names[part] ?? unknown(part)) : part));
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error(`the expression ends early: ${this.#tokens.join(' ')}`);
    this.#at += 1;
    return token;
  }

  #skip(token: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#skip(token)) throw new Error(`${token} is missing in ${this.#tokens.join(' ')}`);
  }

  #end(): void {
    if (this.#at < this.#tokens.length) throw new Error(`too much in ${this.#tokens.join(' ')}`);
  }
}

function unknown(name: string): never {
  throw new Error(`no name ${name}`);
}

const isOrdered = (low: unknown, high: unknown): boolean => compare('<=', low, high);

function compare(operator: string, left: unknown, right: unknown): boolean {
  if (operator === '=') return left === right;
  if (operator === '<>') return left !== right;
  // Nothing is less or more than what is not there, or than what is of another type.
  if (typeof left !== typeof right || left === undefined) return false;
  const [one, other] = [left as number, right as number];
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  if (operator === '>') return one > other;
  if (operator === '>=') return one >= other;
  throw new Error(`no comparison ${operator}`);
}

const sizeOf = (value: unknown): number =>
  value instanceof Set ? value.size : ((value as { length?: number } | undefined)?.length ?? 0);

function read(item: Item, path: readonly string[]): unknown {
  let value: unknown = item;
  for (const part of path) value = (value as Item | undefined)?.[part];
  return value;
}

function write(item: Item, path: readonly string[], value: unknown): void {
  let inside = item;
  for (const part of path.slice(0, -1)) {
    const next = inside[part] as Item | undefined;
    if (next === undefined)
      throw new Error(`The document path provided in the update expression is invalid: ${path.join('.')}`);
    inside = next;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete inside[last];
  else inside[last] = value;
}
