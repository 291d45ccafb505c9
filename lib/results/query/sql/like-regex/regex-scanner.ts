import { RegexCursor } from './regex-cursor.ts';
import { readRegexEscape } from './regex-escape.ts';
import { fault } from './regex-fault.ts';
import { type RegexMode, readPrefix } from './regex-mode.ts';
import type { RegexToken } from './regex-token.ts';

/** Splits an advanced regular expression (PostgreSQL 15, section 9.7.3) into tokens. */
export class RegexScanner {
  /** The mode that was given, changed by what the pattern begins with. */
  readonly mode: RegexMode;
  readonly #cursor: RegexCursor;
  #place: 'pattern' | 'bound' | 'bracket' = 'pattern';
  /** Groups that have been opened. */
  groups = 0;
  token: RegexToken = { kind: 'end' };

  /** @throws RegexFault */
  constructor(pattern: string, mode: RegexMode) {
    this.#cursor = new RegexCursor(pattern);
    this.mode = readPrefix(this.#cursor, mode);
    this.next();
  }

  /** Goes to the next token; @throws RegexFault. */
  next(): void {
    this.token = this.#read(this.token);
  }

  sees(kind: RegexToken['kind']): boolean {
    return this.token.kind === kind;
  }

  /** The name in `[.x.]`, `[=x=]` and `[:x:]`. Goes to the token behind its closing. */
  name(closing: '.' | '=' | ':'): string {
    const begin = this.#cursor.at;
    this.#cursor.skipTo(`${closing}]`);
    if (this.#cursor.isEnd) throw fault('bracket');
    const name = this.#cursor.textFrom(begin);
    this.#cursor.at += 2;
    this.next();
    return name;
  }

  #read(previous: RegexToken): RegexToken {
    if (this.mode.isExpanded && this.#place !== 'bracket') this.#cursor.skipBlanks();
    const character = this.#cursor.take();
    if (character === undefined) return this.#end();
    if (this.mode.isLiteral) return plain(character);
    if (this.#place === 'bound') return this.#boundToken(character);
    if (this.#place === 'bracket') return this.#bracketToken(character, previous.kind === 'bracket');
    return this.#patternToken(character);
  }

  #end(): RegexToken {
    if (this.#place === 'bound') throw fault('brace');
    if (this.#place === 'bracket') throw fault('bracket');
    return { kind: 'end' };
  }

  #boundToken(character: string): RegexToken {
    if (/[0-9]/.test(character)) return { kind: 'digit', value: Number(character) };
    if (character === ',') return { kind: ',' };
    if (character !== '}') throw fault('count');
    this.#place = 'pattern';
    this.#cursor.takes('?');
    return { kind: '}' };
  }

  #bracketToken(character: string, isFirst: boolean): RegexToken {
    switch (character) {
      case ']':
        if (isFirst) return plain(character);
        this.#place = 'pattern';
        return { kind: ']' };
      case '\\':
        return this.#bracketEscape();
      case '-':
        return isFirst || this.#cursor.sees(']') ? plain(character) : { kind: 'range' };
      case '[':
        return this.#innerBracket() ?? plain(character);
      default:
        return plain(character);
    }
  }

  #bracketEscape(): RegexToken {
    const token = readRegexEscape(this.#cursor, this.groups);
    if (token.kind === 'plain' || token.kind === 'class' || token.kind === 'notClass') return token;
    throw fault('escape');
  }

  #innerBracket(): RegexToken | undefined {
    if (this.#cursor.isEnd) throw fault('bracket');
    if (this.#cursor.takes('.')) return { kind: 'element' };
    if (this.#cursor.takes('=')) return { kind: 'equivalence' };
    return this.#cursor.takes(':') ? { kind: 'className' } : undefined;
  }

  #patternToken(character: string): RegexToken {
    switch (character) {
      case '|':
      case '.':
      case '^':
      case '$':
      case ')':
        return { kind: character };
      case '*':
      case '+':
      case '?':
        // Which of several matches is taken makes no difference here.
        this.#cursor.takes('?');
        return { kind: character };
      case '{':
        return this.#brace(character);
      case '(':
        return this.#parenthesis();
      case '[':
        return this.#bracket();
      case '\\':
        return readRegexEscape(this.#cursor, this.groups);
      default:
        return plain(character);
    }
  }

  /** A brace that no digit follows is a character. */
  #brace(character: string): RegexToken {
    if (this.mode.isExpanded) this.#cursor.skipBlanks();
    if (!/[0-9]/.test(this.#cursor.peek())) return plain(character);
    this.#place = 'bound';
    return { kind: '{' };
  }

  #parenthesis(): RegexToken {
    const cursor = this.#cursor;
    if (!cursor.takes('?')) return { kind: 'open', captures: true };
    if (cursor.takes(':')) return { kind: 'open', captures: false };
    if (cursor.takes('#')) {
      cursor.skipTo(')');
      cursor.take();
      return this.#read(this.token);
    }
    if (cursor.takes('=') || cursor.takes('!')) return { kind: 'lookAround' };
    if (cursor.takes('<') && (cursor.takes('=') || cursor.takes('!'))) return { kind: 'lookAround' };
    throw fault('operand');
  }

  #bracket(): RegexToken {
    if (this.#cursor.takes('[:<:]]')) return { kind: 'wordStart' };
    if (this.#cursor.takes('[:>:]]')) return { kind: 'wordEnd' };
    this.#place = 'bracket';
    return { kind: 'bracket', isNegated: this.#cursor.takes('^') };
  }
}

const plain = (character: string): RegexToken => ({
  kind: 'plain',
  value: character.codePointAt(0) ?? 0,
});
