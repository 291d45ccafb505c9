import {
  type CharacterClass,
  characterClasses,
  complement,
  sourceOf,
  sourceOfCharacter,
} from './character-class.ts';
import { parseBracket } from './regex-bracket.ts';
import { fault, type RegexMode, RegexScanner } from './regex-scanner.ts';

/** An advanced regular expression as the source of an RE2 one that matches the same texts. */
export type TranslatedRegex = {
  readonly source: string;
  readonly ignoresCase: boolean;
  /** What no automaton can do in time linear in the text, or is not understood here; undefined when all is. */
  readonly unsupported?: string;
};

/** @throws RegexFault when PostgreSQL would refuse it too. */
export function translateRegex(pattern: string, mode: RegexMode): TranslatedRegex {
  const parser = new RegexParser(pattern, mode);
  return { source: parser.alternatives(), ignoresCase: mode.ignoresCase, unsupported: parser.unsupported };
}

/** How often an atom may come, at most as often as PostgreSQL counts. */
const countMax = 255;
type Count = { readonly min: number; readonly max: number };
const once: Count = { min: 1, max: 1 };

/** @property isWord every text that it matches begins and ends with a letter, a digit or `_`. */
type Atom = { readonly source: string; readonly isWord: boolean };

class RegexParser {
  readonly #scanner: RegexScanner;
  readonly #mode: RegexMode;
  readonly #closedGroups = new Set<number>();
  #lookAround = 0;
  unsupported: string | undefined;

  constructor(pattern: string, mode: RegexMode) {
    this.#mode = mode;
    this.#scanner = new RegexScanner(pattern, mode);
    if (mode.isOldSyntax && !mode.isLiteral) this.#refuse('basic and extended regular expressions');
  }

  /** The whole pattern, or what is in parentheses when `closing` is. */
  alternatives(closing: ')' | 'end' = 'end'): string {
    const branches = [this.#branch()];
    while (this.#scanner.sees('|')) {
      this.#scanner.next();
      branches.push(this.#branch());
    }
    if (!this.#scanner.sees(closing)) throw fault('parenthesis');
    return branches.join('|');
  }

  #branch(): string {
    let source = '';
    let isAfterWord = false;
    while (!['|', ')', 'end'].includes(this.#scanner.token.kind)) {
      const constraint = this.#constraint(isAfterWord);
      if (constraint !== undefined) {
        source += constraint;
        continue;
      }
      const atom = this.#atom();
      const count = this.#count();
      source += repeated(atom.source, count);
      if (count.max > 0) isAfterWord = atom.isWord && count.min > 0;
    }
    if (this.#scanner.sees(')') && this.#depth === 0) throw fault('parenthesis');
    return source;
  }

  #depth = 0;

  /** What matches a place and no character; undefined for an atom. */
  #constraint(isAfterWord: boolean): string | undefined {
    const { kind } = this.#scanner.token;
    switch (kind) {
      case '^':
        return this.#taken(this.#mode.anchorsLines ? '(?m:^)' : '\\A');
      case '$':
        return this.#taken(this.#mode.anchorsLines ? '(?m:$)' : '\\z');
      case 'textStart':
        return this.#taken('\\A');
      case 'textEnd':
        return this.#taken('\\z');
      case 'wordEdge':
        return this.#taken('\\b');
      case 'notWordEdge':
        return this.#taken('\\B');
      case 'wordStart':
        this.#scanner.next();
        if (!this.#seesWord()) this.#refuse('the start of a word before anything but a letter or a digit');
        return '\\b';
      case 'wordEnd':
        if (!isAfterWord) this.#refuse('the end of a word after anything but a letter or a digit');
        return this.#taken('\\b');
      case 'lookAround':
        return this.#lookingAround();
      default:
        return undefined;
    }
  }

  #taken(source: string): string {
    this.#scanner.next();
    return source;
  }

  #lookingAround(): string {
    this.#refuse('look-around');
    this.#scanner.next();
    this.#lookAround += 1;
    this.#inParentheses();
    this.#lookAround -= 1;
    return '';
  }

  #inParentheses(): string {
    this.#depth += 1;
    const source = this.alternatives(')');
    this.#depth -= 1;
    this.#scanner.next();
    return source;
  }

  #seesWord(): boolean {
    const { token } = this.#scanner;
    if (token.kind === 'plain') return isWordCharacter(token.value);
    return token.kind === 'class' && token.name !== 'space';
  }

  #atom(): Atom {
    const { token } = this.#scanner;
    const isWord = this.#seesWord();
    switch (token.kind) {
      case 'plain':
        return { source: this.#taken(sourceOfAny(token.value)), isWord };
      case 'class':
        return { source: this.#taken(`[${sourceOf(classNamed(token.name))}]`), isWord };
      case 'notClass':
        return { source: this.#taken(`[^${sourceOf(classNamed(token.name))}]`), isWord: false };
      case '.':
        return { source: this.#taken(this.#mode.stopsAtLines ? '[^\\n]' : '(?s:.)'), isWord: false };
      case 'bracket':
        return { source: parseBracket(this.#scanner, token.isNegated), isWord: false };
      case 'open':
        return { source: `(?:${this.#group(token.captures)})`, isWord: false };
      case 'reference':
        return this.#reference(token.value);
      default:
        throw fault('operand');
    }
  }

  #group(captures: boolean): string {
    const number = captures && this.#lookAround === 0 ? ++this.#scanner.groups : 0;
    this.#scanner.next();
    const source = this.#inParentheses();
    this.#closedGroups.add(number);
    return source;
  }

  #reference(value: number): Atom {
    if (this.#lookAround > 0 || !this.#closedGroups.has(value)) throw fault('reference');
    this.#refuse('back-references');
    return { source: this.#taken(''), isWord: false };
  }

  #count(): Count {
    switch (this.#scanner.token.kind) {
      case '*':
        this.#scanner.next();
        return { min: 0, max: Number.POSITIVE_INFINITY };
      case '+':
        this.#scanner.next();
        return { min: 1, max: Number.POSITIVE_INFINITY };
      case '?':
        this.#scanner.next();
        return { min: 0, max: 1 };
      case '{':
        this.#scanner.next();
        return this.#bounds();
      default:
        return once;
    }
  }

  #bounds(): Count {
    const min = this.#number();
    let max = min;
    if (this.#scanner.sees(',')) {
      this.#scanner.next();
      max = this.#scanner.sees('digit') ? this.#number() : Number.POSITIVE_INFINITY;
    }
    if (min > max || !this.#scanner.sees('}')) throw fault('count');
    this.#scanner.next();
    return { min, max };
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

  #refuse(what: string): void {
    this.unsupported ??= `${what} cannot be matched in linear time`;
  }
}

const isWordCharacter = (character: number): boolean =>
  character < 0x80 && /\w/.test(String.fromCodePoint(character));

const classNamed = (name: string): CharacterClass =>
  characterClasses[name] ?? complement({ ranges: [], categories: [] });

/** Code points that do not exist match nothing. */
const sourceOfAny = (character: number): string =>
  character > 0x10ffff ? '[^\\x{0}-\\x{10ffff}]' : sourceOfCharacter(character);

function repeated(source: string, { min, max }: Count): string {
  if (min === 1 && max === 1) return source;
  if (max === 0) return '';
  return `(?:${source}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}
