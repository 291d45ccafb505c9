import { bothCases, codePoints, nothing } from './character-class.ts';
import { type Branch, type Character, character, type Regex, type RegexNode } from './regex.ts';
import { RegexBracket } from './regex-bracket.ts';
import { fault, RegexCursor, type RegexMode, readPrefix } from './regex-cursor.ts';
import { codePointOf, readRegexEscape } from './regex-escape.ts';

export type ParsedRegex = {
  readonly regex: Regex;
  /**
   * The first part of the expression that Downpour cannot match in time linear in the text, or does not
   * support.
   */
  readonly unsupported?: string;
};

/**
 * Parses an advanced regular expression (PostgreSQL 15, section 9.7.3).
 * @throws RegexFault when PostgreSQL rejects the expression too.
 */
export function parseRegex(pattern: string, given: RegexMode): ParsedRegex {
  const cursor = new RegexCursor(pattern);
  const mode = readPrefix(cursor, given);
  if (mode.isLiteral) return { regex: [cursor.rest.map((one) => literal(codePointOf(one), mode))] };
  // The parser follows the rules of the new syntax, and would reject patterns of the old syntax that
  // PostgreSQL accepts.
  if (mode.isOldSyntax)
    return { regex: [[]], unsupported: notLinear('basic and extended regular expressions') };
  const parser = new RegexParser(cursor, mode);
  return { regex: parser.all(), unsupported: parser.unsupported };
}

const literal = (codePoint: number, { ignoresCase }: RegexMode): Character =>
  character(ignoresCase ? bothCases(codePoint, codePoint) : codePoints(codePoint));

/** The largest repeat count that PostgreSQL accepts, as in `a{255}`. */
const countMax = 255;
const endless = Number.POSITIVE_INFINITY;

type Count = { readonly min: number; readonly max: number };

const counts: Readonly<Record<string, Count>> = {
  '*': { min: 0, max: endless },
  '+': { min: 1, max: endless },
  '?': { min: 0, max: 1 },
};

const lookArounds = ['(?=', '(?!', '(?<=', '(?<!'];

class RegexParser {
  readonly #cursor: RegexCursor;
  readonly #mode: RegexMode;
  /** The number of groups opened so far, and the groups that are closed. */
  #groups = 0;
  readonly #closedGroups = new Set<number>();
  #lookAround = 0;
  unsupported: string | undefined;

  constructor(cursor: RegexCursor, mode: RegexMode) {
    this.#cursor = cursor;
    this.#mode = mode;
  }

  all(): Regex {
    const regex = this.#regex();
    if (!this.#cursor.isEnd) throw fault('parenthesis');
    return regex;
  }

  /** Reads the alternatives of an expression or group, up to a closing parenthesis or to the end. */
  #regex(): Regex {
    const branches = [this.#branch()];
    while (this.#cursor.takes('|')) branches.push(this.#branch());
    return branches;
  }

  #branch(): Branch {
    const cursor = this.#cursor;
    const nodes: RegexNode[] = [];
    for (;;) {
      this.#skip();
      if (cursor.isEnd || cursor.sees('|') || cursor.sees(')')) return nodes;
      if (lookArounds.some((opening) => cursor.takes(opening))) this.#skipLookAround();
      else nodes.push(this.#part());
    }
  }

  /** Skips comments, and in the expanded syntax blanks. */
  #skip(): void {
    for (;;) {
      if (this.#mode.isExpanded) this.#cursor.skipBlanks();
      if (!this.#cursor.takes('(?#')) return;
      this.#cursor.skipTo(')');
      this.#cursor.take();
    }
  }

  #skipLookAround(): void {
    this.#refuse('look-around');
    this.#lookAround += 1;
    this.#inParentheses();
    this.#lookAround -= 1;
  }

  #inParentheses(): Regex {
    const regex = this.#regex();
    if (!this.#cursor.takes(')')) throw fault('parenthesis');
    return regex;
  }

  /** Reads an assertion, or an atom (a character, class or group) with its repeat count. */
  #part(): RegexNode {
    const operand = this.#atom();
    if (operand.kind === 'anchor' || operand.kind === 'edge') return operand;
    this.#skip();
    const count = this.#count();
    return count === undefined ? operand : { kind: 'repetition', operand, ...count };
  }

  #atom(): RegexNode {
    const { anchorsLines, stopsAtLines } = this.#mode;
    if (this.#takesBrace()) throw fault('operand');
    const next = this.#cursor.take() ?? '';
    switch (next) {
      case '^':
        return { kind: 'anchor', at: anchorsLines ? 'lineStart' : 'textStart' };
      case '$':
        return { kind: 'anchor', at: anchorsLines ? 'lineEnd' : 'textEnd' };
      case '.':
        return character(stopsAtLines ? codePoints(0x0a) : nothing, true);
      case '[':
        return this.#bracket();
      case '(':
        return { kind: 'group', regex: this.#group() };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw fault('operand');
      default:
        return literal(codePointOf(next), this.#mode);
    }
  }

  #bracket(): RegexNode {
    if (this.#cursor.takes('[:<:]]')) return { kind: 'edge', of: 'start' };
    if (this.#cursor.takes('[:>:]]')) return { kind: 'edge', of: 'end' };
    return new RegexBracket(this.#cursor, this.#mode, this.#groups).read();
  }

  #group(): Regex {
    if (this.#cursor.takes('?:')) return this.#inParentheses();
    if (this.#cursor.sees('?')) throw fault('operand');
    if (this.#lookAround > 0) return this.#inParentheses();
    this.#groups += 1;
    const number = this.#groups;
    const regex = this.#inParentheses();
    this.#closedGroups.add(number);
    return regex;
  }

  #escape(): RegexNode {
    const found = readRegexEscape(this.#cursor, this.#groups);
    if (typeof found === 'number') return literal(found, this.#mode);
    if (found.kind !== 'reference') return found;
    if (this.#lookAround > 0 || !this.#closedGroups.has(found.group)) throw fault('reference');
    this.#refuse('back-references');
    return { kind: 'group', regex: [[]] };
  }

  /** Reads a repeat count. A `?` after it selects the shorter match, which makes no difference for a test. */
  #count(): Count | undefined {
    const count = this.#takesBrace() ? this.#bounds() : counts[this.#cursor.peek()];
    if (count === undefined) return undefined;
    this.#cursor.at += 1;
    this.#cursor.takes('?');
    return count;
  }

  /**
   * True if a brace begins a repeat count. The brace is then read. A brace without a following digit is a
   * plain character.
   */
  #takesBrace(): boolean {
    const { at } = this.#cursor;
    if (!this.#cursor.takes('{')) return false;
    if (this.#mode.isExpanded) this.#cursor.skipBlanks();
    if (/[0-9]/.test(this.#cursor.peek())) return true;
    this.#cursor.at = at;
    return false;
  }

  /** Reads the numbers of a repeat count up to the closing brace. */
  #bounds(): Count {
    const min = this.#number() ?? 0;
    let max = min;
    if (this.#nextInBounds() === ',') {
      this.#cursor.at += 1;
      max = this.#number() ?? endless;
    }
    if (min > max || this.#nextInBounds() !== '}') throw fault('count');
    return { min, max };
  }

  /** Reads a number. Undefined without a digit. */
  #number(): number | undefined {
    let value: number | undefined;
    for (let next = this.#nextInBounds(); /[0-9]/.test(next); next = this.#nextInBounds()) {
      value = (value ?? 0) * 10 + Number(next);
      if (value > countMax) throw fault('count');
      this.#cursor.at += 1;
    }
    return value;
  }

  #nextInBounds(): string {
    if (this.#mode.isExpanded) this.#cursor.skipBlanks();
    if (this.#cursor.isEnd) throw fault('brace');
    return this.#cursor.peek();
  }

  #refuse(what: string): void {
    this.unsupported ??= notLinear(what);
  }
}

const notLinear = (what: string): string => `${what} cannot be matched in linear time`;
