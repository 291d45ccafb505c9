import { odd, patternParts, pieces, strings, templates } from './random-parts.ts';

/** Random SQL/JSON paths: mostly correct ones, some with a mistake. */

/** A repeatable source of randomness. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a random number from 0 to less than 1 (mulberry32). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.roll() * end);
  }

  chance(probability: number): boolean {
    return this.roll() < probability;
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.below(choices.length)] as Choice;
  }
}

export function randomPath(dice: Dice, names: readonly string[]): string {
  const maker = new PathMaker(dice, names);
  const path = dice.chance(0.3) ? maker.focused() : maker.path();
  return dice.chance(0.15) ? spoiled(dice, path) : path;
}

/** Removes, doubles or adds one to three characters or pieces. */
function spoiled(dice: Dice, path: string): string {
  const text = [...path];
  for (let times = 1 + dice.below(3); times > 0; times -= 1) {
    const at = dice.below(text.length + 1);
    text.splice(at, dice.pick([0, 0, 1, 1, 2, 5]), ...(dice.chance(0.6) ? [dice.pick(pieces)] : []));
  }
  return text.join('');
}

class PathMaker {
  readonly #dice: Dice;
  readonly #names: readonly string[];
  #depth = 0;
  #isInFilter = false;
  #isInSubscript = false;

  constructor(dice: Dice, names: readonly string[]) {
    this.#dice = dice;
    this.#names = names;
  }

  path(): string {
    const mode = this.#dice.pick(['', '', '', '', 'lax ', 'strict ', 'strict ', 'LAX ', 'Strict\n']);
    return mode + (this.#dice.chance(0.2) ? this.#predicate() : this.#expression());
  }

  /**
   * A short path with parts that are rare in long ones: datetimes, regular expressions, numbers with many
   * digits.
   */
  focused(): string {
    const mode = this.#dice.pick(['', '', 'strict ']);
    switch (this.#dice.below(6)) {
      case 0:
        return `${mode}${this.#datetime()}${this.#dice.pick(['', '', '.type()', '.size()', '[*]', '.keyvalue()'])}`;
      case 1:
        return `${mode}${this.#datetime()} ${this.#dice.pick(['<', '==', '>='])} ${this.#datetime()}`;
      case 2:
        return `${mode}${this.#string()} like_regex ${this.#pattern()}`;
      case 3:
        return `${mode}${this.#number()}${this.#dice.pick([' + ', ' - ', ' * ', ' / ', ' % ', ' < ', ' == '])}${this.#number()}`;
      case 4:
        return `${mode}(${this.#number()}).${this.#dice.pick(['double', 'abs', 'floor', 'ceiling'])}()`;
      default:
        return `${mode}$.**.keyvalue()${this.#dice.pick(['', '.id', '.value.keyvalue().id', '.keyvalue()', ' ? (@.value.keyvalue().id > 0)'])}`;
    }
  }

  #datetime(): string {
    return `${this.#string()}.datetime(${this.#dice.chance(0.4) ? '' : this.#template()})`;
  }

  #nested(make: () => string, fallback: () => string): string {
    if (this.#depth > 3) return fallback();
    this.#depth += 1;
    const made = make();
    this.#depth -= 1;
    return made;
  }

  #expression(): string {
    return this.#nested(
      () => {
        const roll = this.#dice.roll();
        if (roll < 0.7) return this.#accessed();
        if (roll < 0.85) return this.#arithmetic();
        if (roll < 0.92) return `${this.#dice.pick(['-', '+', '- ', '--'])}${this.#expression()}`;
        if (roll < 0.96) return `(${this.#expression()})${this.#accessor()}`;
        return `(${this.#predicate()})${this.#accessor()}`;
      },
      () => this.#primary(),
    );
  }

  #arithmetic(): string {
    const operator = this.#dice.pick(['+', '-', '*', '/', '%', ' + ', ' - ', ' * ', ' / ', ' % ']);
    return `${this.#expression()}${operator}${this.#expression()}`;
  }

  #primary(): string {
    const roll = this.#dice.roll();
    if (roll < 0.4) return this.#isInFilter && this.#dice.chance(0.7) ? '@' : '$';
    if (roll < 0.5 && this.#isInSubscript) return 'last';
    if (roll < 0.75) return this.#number();
    if (roll < 0.9) return this.#string();
    if (roll < 0.985) return this.#dice.pick(['null', 'true', 'false']);
    return this.#dice.pick(['@', 'last', '$v', '$"w x"']);
  }

  #accessed(): string {
    let text = this.#dice.chance(0.75)
      ? this.#isInFilter && this.#dice.chance(0.75)
        ? '@'
        : '$'
      : this.#dice.chance(0.5)
        ? `(${this.#primary()})`
        : this.#primary();
    const steps = this.#dice.below(5);
    for (let step = 0; step < steps; step += 1) text += this.#accessor();
    return text;
  }

  #accessor(): string {
    const roll = this.#dice.roll();
    if (roll < 0.42) return `.${this.#name()}`;
    if (roll < 0.47) return '.*';
    if (roll < 0.6) return '[*]';
    if (roll < 0.69) return `[${this.#subscripts()}]`;
    if (roll < 0.75)
      return `.**${this.#dice.pick(['', '', '{1}', '{2}', '{0}', '{last}', '{1 to 2}', '{0 to last}', '{2 to 1}', '{last to 1}'])}`;
    if (roll < 0.87) return this.#filter();
    if (roll < 0.98)
      return `.${this.#dice.pick(['type', 'size', 'double', 'abs', 'floor', 'ceiling', 'keyvalue', 'TYPE'])}()`;
    return `.datetime(${this.#dice.chance(0.4) ? '' : this.#template()})`;
  }

  #name(): string {
    const name = this.#dice.pick(this.#names);
    if (this.#dice.chance(0.1)) return `"${escapedName(this.#dice, name)}"`;
    return /^[A-Za-z_é][\wé]*$/.test(name) ? name : JSON.stringify(name);
  }

  #filter(): string {
    const [was, inSubscript] = [this.#isInFilter, this.#isInSubscript];
    this.#isInFilter = true;
    const text = `${this.#dice.pick([' ', ''])}? (${this.#predicate()})`;
    this.#isInFilter = was;
    this.#isInSubscript = inSubscript;
    return text;
  }

  #subscripts(): string {
    const was = this.#isInSubscript;
    this.#isInSubscript = true;
    const count = this.#dice.pick([1, 1, 1, 2, 3]);
    const parts = Array.from({ length: count }, () =>
      this.#dice.chance(0.3) ? `${this.#subscript()} to ${this.#subscript()}` : this.#subscript(),
    );
    this.#isInSubscript = was;
    return parts.join(',');
  }

  #subscript(): string {
    const roll = this.#dice.roll();
    if (roll < 0.5) return String(this.#dice.below(4));
    if (roll < 0.65) return 'last';
    if (roll < 0.75) return `last - ${this.#dice.below(3)}`;
    if (roll < 0.8)
      return this.#dice.pick([
        '1.7',
        '-1',
        '-0.5',
        '99',
        '2147483648',
        '1e1',
        '"0"',
        '1.99999999999999999999',
      ]);
    return this.#expression();
  }

  #predicate(): string {
    return this.#nested(
      () => {
        const roll = this.#dice.roll();
        if (roll < 0.5) return this.#comparison();
        if (roll < 0.6) return `${this.#predicate()} ${this.#dice.pick(['&&', '||'])} ${this.#predicate()}`;
        if (roll < 0.66) return `!(${this.#predicate()})`;
        if (roll < 0.74) return `(${this.#predicate()}) is unknown`;
        if (roll < 0.84) return `exists(${this.#expression()})`;
        if (roll < 0.88) return `(${this.#predicate()})`;
        if (roll < 0.93) return `${this.#expression()} starts with ${this.#string()}`;
        return `${this.#expression()} like_regex ${this.#pattern()}`;
      },
      () => `${this.#primary()} == ${this.#primary()}`,
    );
  }

  #comparison(): string {
    return `${this.#expression()} ${this.#dice.pick(['==', '!=', '<>', '<', '<=', '>', '>='])} ${this.#expression()}`;
  }

  #number(): string {
    const { pick, below } = {
      pick: this.#dice.pick.bind(this.#dice),
      below: this.#dice.below.bind(this.#dice),
    };
    if (this.#dice.chance(0.5)) return String(below(12));
    if (this.#dice.chance(0.3)) return `${below(10 ** below(8))}.${below(10 ** below(8))}`;
    return pick(odd);
  }

  #string(): string {
    return JSON.stringify(this.#dice.pick(strings));
  }

  #template(): string {
    return JSON.stringify(this.#dice.pick(templates)).replaceAll('\\"', '\\"');
  }

  /** A regular expression of a few parts, sometimes with flags. */
  #pattern(): string {
    const parts = Array.from({ length: 1 + this.#dice.below(5) }, () => this.#dice.pick(patternParts));
    const flags = this.#dice.chance(0.3)
      ? ` flag "${this.#dice.pick(['i', 's', 'm', 'q', 'im', 'x', 'xq', 'z', 'smi'])}"`
      : '';
    return JSON.stringify(parts.join('')) + flags;
  }
}

function escapedName(dice: Dice, name: string): string {
  return [...name]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (character === '"' || character === '\\') return `\\${character}`;
      if (!dice.chance(0.3)) return character;
      return code > 0xff || dice.chance(0.5)
        ? `\\u{${code.toString(16)}}`
        : `\\x${code.toString(16).padStart(2, '0')}`;
    })
    .join('');
}
