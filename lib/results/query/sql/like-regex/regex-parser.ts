import { type CharacterClass, characterClasses, codePoints, nothing } from './character-class.ts';
import { parseBracket } from './regex-bracket.ts';
import { fault, type RegexMode } from './regex-cursor.ts';
import { RegexScanner } from './regex-scanner.ts';

/** An advanced regular expression: branches, one of which must match. */
export type Regex = readonly Branch[];
export type Branch = readonly RegexNode[];

export type RegexNode =
  /** One character, of the set or, when negated, none of it. */
  | { readonly kind: 'character'; readonly set: CharacterClass; readonly isNegated: boolean }
  | { readonly kind: 'group'; readonly regex: Regex }
  | { readonly kind: 'repetition'; readonly operand: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: 'anchor'; readonly at: 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' }
  /** A place where a word starts, ends, does one of both or none. */
  | { readonly kind: 'edge'; readonly of: 'start' | 'end' | 'any' | 'none' };

export type ParsedRegex = {
  readonly regex: Regex;
  readonly ignoresCase: boolean;
  /** What cannot be matched in time linear in the text, or is not understood here; undefined when all is. */
  readonly unsupported?: string;
};

/** @throws RegexFault when PostgreSQL would refuse it too. */
export function parseRegex(pattern: string, mode: RegexMode): ParsedRegex {
  const parser = new RegexParser(pattern, mode);
  const regex = parser.regex('end');
  return { regex, ignoresCase: parser.mode.ignoresCase, unsupported: parser.unsupported };
}

/** How often an atom may come, at most as often as PostgreSQL counts. */
const countMax = 255;
const endless = Number.POSITIVE_INFINITY;

type Count = { readonly min: number; readonly max: number };

class RegexParser {
  readonly #scanner: RegexScanner;
  readonly mode: RegexMode;
  readonly #closedGroups = new Set<number>();
  #depth = 0;
  #lookAround = 0;
  unsupported: string | undefined;

  constructor(pattern: string, mode: RegexMode) {
    this.#scanner = new RegexScanner(pattern, mode);
    this.mode = this.#scanner.mode;
    if (this.mode.isOldSyntax && !this.mode.isLiteral) this.#refuse('basic and extended regular expressions');
  }

  regex(closing: ')' | 'end'): Regex {
    const branches = [this.#branch()];
    while (this.#scanner.sees('|')) {
      this.#scanner.next();
      branches.push(this.#branch());
    }
    if (!this.#scanner.sees(closing)) throw fault('parenthesis');
    return branches;
  }

  #branch(): Branch {
    const nodes: RegexNode[] = [];
    while (!this.#isBranchEnd()) {
      const constraint = this.#constraint();
      if (constraint === undefined) nodes.push(this.#quantified());
      else nodes.push(...constraint);
    }
    return nodes;
  }

  #isBranchEnd(): boolean {
    if (this.#scanner.sees(')') && this.#depth === 0) throw fault('parenthesis');
    return this.#scanner.sees('|') || this.#scanner.sees(')') || this.#scanner.sees('end');
  }

  /** What matches a place and no character, and cannot be repeated; undefined for an atom. */
  #constraint(): readonly RegexNode[] | undefined {
    const { kind } = this.#scanner.token;
    const { anchorsLines } = this.mode;
    switch (kind) {
      case '^':
        return this.#taken([{ kind: 'anchor', at: anchorsLines ? 'lineStart' : 'textStart' }]);
      case '$':
        return this.#taken([{ kind: 'anchor', at: anchorsLines ? 'lineEnd' : 'textEnd' }]);
      case 'textStart':
      case 'textEnd':
        return this.#taken([{ kind: 'anchor', at: kind }]);
      case 'wordEdge':
        return this.#taken([{ kind: 'edge', of: 'any' }]);
      case 'notWordEdge':
        return this.#taken([{ kind: 'edge', of: 'none' }]);
      case 'wordStart':
        return this.#taken([{ kind: 'edge', of: 'start' }]);
      case 'wordEnd':
        return this.#taken([{ kind: 'edge', of: 'end' }]);
      case 'lookAround':
        this.#lookingAround();
        return [];
      default:
        return undefined;
    }
  }

  #lookingAround(): void {
    this.#refuse('look-around');
    this.#scanner.next();
    this.#lookAround += 1;
    this.#inParentheses();
    this.#lookAround -= 1;
  }

  #inParentheses(): Regex {
    this.#depth += 1;
    const regex = this.regex(')');
    this.#depth -= 1;
    this.#scanner.next();
    return regex;
  }

  #quantified(): RegexNode {
    const operand = this.#atom();
    const count = this.#count();
    return count === undefined ? operand : { kind: 'repetition', operand, ...count };
  }

  #atom(): RegexNode {
    const { token } = this.#scanner;
    switch (token.kind) {
      case 'plain':
        return this.#taken(character(codePoints(token.value), false));
      case 'class':
      case 'notClass':
        return this.#taken(character(characterClasses[token.name], token.kind === 'notClass'));
      case '.':
        return this.#taken(character(this.mode.stopsAtLines ? codePoints(0x0a) : nothing, true));
      case 'bracket':
        return { kind: 'character', ...parseBracket(this.#scanner, token.isNegated) };
      case 'open':
        return { kind: 'group', regex: this.#group(token.captures) };
      case 'reference':
        return this.#reference(token.value);
      default:
        throw fault('operand');
    }
  }

  #group(captures: boolean): Regex {
    if (captures && this.#lookAround === 0) this.#scanner.groups += 1;
    const number = captures && this.#lookAround === 0 ? this.#scanner.groups : 0;
    this.#scanner.next();
    const regex = this.#inParentheses();
    this.#closedGroups.add(number);
    return regex;
  }

  #reference(value: number): RegexNode {
    if (this.#lookAround > 0 || !this.#closedGroups.has(value)) throw fault('reference');
    this.#refuse('back-references');
    return this.#taken({ kind: 'group', regex: [] });
  }

  #count(): Count | undefined {
    switch (this.#scanner.token.kind) {
      case '*':
        return this.#taken({ min: 0, max: endless });
      case '+':
        return this.#taken({ min: 1, max: endless });
      case '?':
        return this.#taken({ min: 0, max: 1 });
      case '{':
        this.#scanner.next();
        return this.#bounds();
      default:
        return undefined;
    }
  }

  #bounds(): Count {
    const min = this.#number();
    let max = min;
    if (this.#scanner.sees(',')) {
      this.#scanner.next();
      max = this.#scanner.sees('digit') ? this.#number() : endless;
    }
    if (min > max || !this.#scanner.sees('}')) throw fault('count');
    return this.#taken({ min, max });
  }

  #number(): number {
    let value = 0;
    for (let { token } = this.#scanner; token.kind === 'digit'; { token } = this.#scanner) {
      value = value * 10 + token.value;
      if (value > countMax) throw fault('count');
      this.#scanner.next();
    }
    return value;
  }

  #taken<Value>(value: Value): Value {
    this.#scanner.next();
    return value;
  }

  #refuse(what: string): void {
    this.unsupported ??= `${what} cannot be matched in linear time`;
  }
}

const character = (set: CharacterClass, isNegated: boolean): RegexNode => ({
  kind: 'character',
  set,
  isNegated,
});
