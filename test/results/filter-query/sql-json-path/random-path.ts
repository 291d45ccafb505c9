/** Random SQL/JSON paths: mostly right ones, some with a mistake somewhere. */

/** A repeatable source of randomness. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
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

/** One to three characters or pieces are lost, doubled or put in. */
function spoiled(dice: Dice, path: string): string {
  const text = [...path];
  for (let times = 1 + dice.below(3); times > 0; times -= 1) {
    const at = dice.below(text.length + 1);
    text.splice(at, dice.pick([0, 0, 1, 1, 2, 5]), ...(dice.chance(0.6) ? [dice.pick(pieces)] : []));
  }
  return text.join('');
}

const pieces = [
  ...'.[](){}?*@$!=<>&|+-/%,:#"\\ \t\n\'',
  ...['**', '&&', '||', '==', '<>', '!=', '/*', '*/', '/* x */', '$x', '$"y"', '1.', '.5', '0x1f', '1_0', '1e', '1e+', '01'],
  ...['is', 'unknown', 'exists', 'last', 'to', 'starts', 'with', 'like_regex', 'flag', 'lax', 'strict', 'null', 'TRUE'],
  ...['.size()', '.datetime()', '.foo()', '\\u0041', '\\u00', '\\x41', '\\xz', '\\ud83d', '\\u{1f600}', '\\u{110000}', 'é', '😀'],
];

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

  /** A small path about what the larger ones rarely come to: datetimes, patterns, digits. */
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
    if (roll < 0.75) return `.**${this.#dice.pick(['', '', '{1}', '{2}', '{0}', '{last}', '{1 to 2}', '{0 to last}', '{2 to 1}', '{last to 1}'])}`;
    if (roll < 0.87) return this.#filter();
    if (roll < 0.98) return `.${this.#dice.pick(['type', 'size', 'double', 'abs', 'floor', 'ceiling', 'keyvalue', 'TYPE'])}()`;
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
    if (roll < 0.8) return this.#dice.pick(['1.7', '-1', '-0.5', '99', '2147483648', '1e1', '"0"', '1.99999999999999999999']);
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
    const { pick, below } = { pick: this.#dice.pick.bind(this.#dice), below: this.#dice.below.bind(this.#dice) };
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

  /** A regular expression of a few parts, with flags now and then. */
  #pattern(): string {
    const parts = Array.from({ length: 1 + this.#dice.below(5) }, () => this.#dice.pick(patternParts));
    const flags = this.#dice.chance(0.3) ? ` flag "${this.#dice.pick(['i', 's', 'm', 'q', 'im', 'x', 'xq', 'z', 'smi'])}"` : '';
    return JSON.stringify(parts.join('')) + flags;
  }
}

function escapedName(dice: Dice, name: string): string {
  return [...name]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (character === '"' || character === '\\') return `\\${character}`;
      if (!dice.chance(0.3)) return character;
      return code > 0xff || dice.chance(0.5) ? `\\u{${code.toString(16)}}` : `\\x${code.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

const odd = [
  ...['0', '0.0', '1.50', '.5', '3.', '1e3', '1.25E-2', '1e-7', '9007199254740993', '-0', '100000000000000000000'],
  ...['0.1', '0.2', '0.30', '99999.99999', '1e20', '12345678901234567890.123456789', '1e200', '1e-200', '7.000'],
  ...['1e131071', '1e131072', '1e-16383', '1e-16384', '0e-5', '2147483647', '4294967296', '0.00000000000000000001'],
];

const strings = [
  ...['', 'a', 'abc', 'ABC', 'x', 'alpha', 'é', '😀', 'a"b', 'a\\b', 'line\nfeed', 'k', '1', '1.5', ' 2 ', '1e3', 'inf'],
  ...['nan', '0x1F', '0x1p-3', '1e400', '1e-400', '-7', '+7', '.5', '5.', 'e5', '2026-01-05', '2026-02-30', '12:34:56'],
  ...['12:34:56.789', '12:34:56+02', '12:34:56 -03:30', '2026-01-05 08:00:00', '2026-01-05T08:00:00.120', '2025-01-05'],
  ...['2026-01-05T08:00:00Z', '2026-01-05 08:00:00+01:00', '2026-01-05T23:59:59.999999-11', '24:00:00', '5 Jan 2026'],
  ...['12:34:56.7891', '09:05 PM', '13:05 PM', '20260105', '2026-06', '26-1-5', '0044-03-15 BC', '2026-W02-3', '2026-005'],
  ...['1/2/2026', '2,026', '45296', ' 2026-01-05', '2026-01-05 ', '2026-01-05x', 'III', 'monday', 'February 2026'],
];

const templates = [
  ...['YYYY-MM-DD', 'yyyy-mm-dd', 'DD/MM/YYYY', 'HH24:MI:SS', 'HH24:MI:SS.US', 'HH24:MI:SSTZH', 'HH24:MI:SSTZH:TZM'],
  ...['YYYY-MM-DD HH24:MI:SS', 'YYYY-MM-DD"T"HH24:MI:SS', 'YYYY-MM-DD"T"HH24:MI:SS.US', 'YYYY-MM-DD HH24:MI:SSTZH:TZM'],
  ...['DD Mon YYYY', 'FMDD Mon YYYY', 'DD MON YYYY', 'HH12:MI AM', 'HH:MI PM', 'YYYYMMDD', 'YYYY-MM', 'YY-MM-DD', 'YYYY'],
  ...['YYYY-MM-DD BC', 'IYYY-"W"IW-ID', 'YYYY-DDD', 'FMMM/FMDD/YYYY', 'Y,YYY', 'SSSSS', 'RM', 'day', 'Month YYYY', 'Day'],
  ...['HH24:MI:SS.FF1', 'HH24:MI:SS.FF3', 'HH24:MI:SS.MS', 'TZ', 'OF', '', '%', 'YYYY_MM', 'TZH', 'Q', 'J', 'CC', 'WW', 'W'],
  ...['YYYY-MM-DD TZH', 'IYYY-MM-DD', 'YYYY-YYYY', 'fmdd', 'DDth', 'YYYY-MM-DD"T"HH24:MI:SS.FF6TZH', 'FXYYYY', 'YYYY-WW'],
];

const patternParts = [
  ...'abcx.^$|*+?()[]{}-,0123',
  ...['a*', 'b+', 'c?', '.*', '[a-c]', '[^a]', '[abc', '[[:alpha:]]', '[[:nope:]]', '[^[:space:]]', '[z-a]', '[]a]', '[a-]'],
  ...['(a|b)', '(?:b)', '(ab)*', '(?=a)', '(?!b)', '(?<=a)', '(?i)', '(?#x)', '{2}', '{1,2}', '{2,1}', '{,3}', '{256}', '{0}'],
  ...['\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '[\\w-]', '[^\\W]', '[\\D]', '\\.', '\\\\', '\\y', '\\Y', '\\A', '\\Z', '\\m', '\\M'],
  ...['\\1', '\\12', '\\x41', '\\u00e9', '\\n', '\\q', '\\cA', '\\e', '***=', '***:', '[[.a.]]', '[[=a=]]', '[[:<:]]', 'é', '😀'],
];
