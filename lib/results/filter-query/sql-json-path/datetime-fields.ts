import type { Field, TemplateNode } from './datetime-template.ts';
import { utf8Length } from './text-order.ts';

/** Why a text does not fit a template, as PostgreSQL says it. */
export type DatetimeFault = {
  readonly sqlState: string;
  readonly reason: string;
  readonly detail?: string;
  readonly hint?: string;
};

/** What has been read; 0 is what has not. */
export type DatetimeFields = {
  hour: number;
  isAfternoon: number;
  minute: number;
  second: number;
  secondOfDay: number;
  /** From 1, Sunday. */
  weekday: number;
  day: number;
  dayOfYear: number;
  month: number;
  millisecond: number;
  microsecond: number;
  year: number;
  isBeforeChrist: number;
  week: number;
  weekOfMonth: number;
  century: number;
  julian: number;
  zoneHour: number;
  zoneMinute: number;
  /** 1 or -1 when there is a time zone. */
  zoneSign: number;
  /** Digits that seconds are rounded to. */
  precision: number;
  yearDigits: number;
  hasHalves: boolean;
  convention: Field['convention'];
};

type NumberField = Exclude<keyof DatetimeFields, 'hasHalves' | 'convention'>;

/** Reads a text as a template says, in PostgreSQL's standard mode: separators must be the same and nothing may be left. */
export function readFields(
  nodes: readonly TemplateNode[],
  text: string,
): DatetimeFields | { readonly fault: DatetimeFault } {
  const reader = new FieldReader(nodes, text);
  return reader.read() ? reader.fields : { fault: reader.fault ?? misfit('it does not fit') };
}

const misfit = (reason: string, more: Omit<DatetimeFault, 'sqlState' | 'reason'> = {}): DatetimeFault => ({
  sqlState: '22007',
  reason,
  ...more,
});

class FieldReader {
  readonly #nodes: readonly TemplateNode[];
  readonly #text: string;
  #at = 0;
  /** The node that is read. */
  #node = 0;
  /** Characters of the integer that was read last, blanks included. */
  #length = 0;
  fault: DatetimeFault | undefined;

  readonly fields: DatetimeFields = {
    hour: 0,
    isAfternoon: 0,
    minute: 0,
    second: 0,
    secondOfDay: 0,
    weekday: 0,
    day: 0,
    dayOfYear: 0,
    month: 0,
    millisecond: 0,
    microsecond: 0,
    year: 0,
    isBeforeChrist: 0,
    week: 0,
    weekOfMonth: 0,
    century: 0,
    julian: 0,
    zoneHour: 0,
    zoneMinute: 0,
    zoneSign: 0,
    precision: 0,
    yearDigits: 0,
    hasHalves: false,
    convention: undefined,
  };

  constructor(nodes: readonly TemplateNode[], text: string) {
    this.#nodes = nodes;
    this.#text = text;
  }

  /** False when there is a fault. */
  read(): boolean {
    for (; this.#node < this.#nodes.length && this.#at < this.#text.length; this.#node += 1) {
      const node = this.#nodes[this.#node] as TemplateNode;
      if (node.kind !== 'field') {
        if (!this.#match(node.character, node.kind)) return false;
      } else {
        if (!this.#setConvention(node.field) || !this.#field(node.field)) return false;
        if (node.isOrdinal && node.field.isDigits) this.#at = Math.min(this.#text.length, this.#at + 2);
      }
    }
    if (this.#node < this.#nodes.length) return this.#fail('input string is too short for datetime format');
    this.#skipBlanks();
    return (
      this.#at >= this.#text.length ||
      this.#fail('trailing characters remain in input string after datetime format')
    );
  }

  #fail(reason: string, more: Omit<DatetimeFault, 'sqlState' | 'reason'> = {}): false {
    this.fault = misfit(reason, more);
    return false;
  }

  #match(character: string, kind: 'separator' | 'character'): boolean {
    if (!this.#text.startsWith(character, this.#at))
      return this.#fail(`unmatched format ${kind} "${character}"`);
    this.#at += character.length;
    return true;
  }

  #setConvention({ convention }: Field): boolean {
    if (convention === undefined) return true;
    this.fields.convention ??= convention;
    if (this.fields.convention === convention) return true;
    return this.#fail('invalid combination of date conventions', {
      hint: 'Do not mix Gregorian and ISO week date conventions in a formatting template.',
    });
  }

  #field(field: Field): boolean {
    const plain = plainFields[field.name];
    if (plain !== undefined) return this.#integer(field, plain.length ?? field.name.length, plain.into);
    switch (field.name) {
      case 'FX':
        return true;
      case 'HH':
      case 'HH12':
        this.fields.hasHalves = true;
        return this.#integer(field, 2, 'hour');
      case 'MS':
        return this.#fraction(field, 3, 'millisecond');
      case 'US':
        return this.#fraction(field, 6, 'microsecond');
      case 'FF1':
      case 'FF2':
      case 'FF3':
      case 'FF4':
      case 'FF5':
      case 'FF6':
        this.fields.precision = Number(field.name.slice(2));
        return this.#fraction(field, 6, 'microsecond', this.fields.precision);
      case 'TZ':
      case 'OF':
        this.fault = onlyForOutput(field);
        return false;
      case 'TZH':
        return this.#zoneHour(field);
      case 'TZM':
        if (this.fields.zoneSign === 0) this.fields.zoneSign = 1;
        return this.#integer(field, 2, 'zoneMinute');
      case 'ID':
        return this.#isoWeekday(field);
      case 'Y,YYY':
        return this.#groupedYear(field);
      case 'YYYY':
      case 'IYYY':
        this.fields.yearDigits = 4;
        return this.#integer(field, 4, 'year');
      case 'YYY':
      case 'IYY':
      case 'YY':
      case 'IY':
      case 'Y':
      case 'I':
        return this.#shortYear(field);
      default:
        return this.#word(field);
    }
  }

  /** Hundredths read as `25` are a quarter of a second, and so are `250` thousandths. */
  #fraction(
    field: Field,
    digits: 3 | 6,
    into: 'millisecond' | 'microsecond',
    length: number = digits,
  ): boolean {
    if (!this.#integer(field, length, into)) return false;
    this.fields[into] *= 10 ** Math.max(0, digits - this.#length);
    return true;
  }

  #zoneHour(field: Field): boolean {
    const sign = this.#text[this.#at];
    this.fields.zoneSign = sign === '-' ? -1 : 1;
    if (sign === '+' || sign === '-' || sign === ' ') this.#at += 1;
    return this.#integer(field, 2, 'zoneHour');
  }

  #isoWeekday(field: Field): boolean {
    if (!this.#integer(field, 1, 'weekday')) return false;
    this.fields.weekday = this.fields.weekday >= 7 ? 1 : this.fields.weekday + 1;
    return true;
  }

  #groupedYear(field: Field): boolean {
    const found = /^\s*([-+]?\d+),\s*([-+]\d{1,2}|\d{1,3})/.exec(this.#text.slice(this.#at));
    if (found === null) return this.#fail('invalid input string for "Y,YYY"');
    this.#at += found[0].length;
    this.fields.yearDigits = 4;
    return this.#set('year', Number(found[1]) * 1000 + Number(found[2]), field);
  }

  /** Years of fewer than four digits are those nearest to 2020. */
  #shortYear(field: Field): boolean {
    if (!this.#integer(field, field.name.length, 'year')) return false;
    if (this.#length < 4) this.fields.year = nearestYear(this.fields.year);
    this.fields.yearDigits = field.name.length;
    return true;
  }

  #word(field: Field): boolean {
    const words = wordFields[field.name];
    if (words === undefined) return true;
    const rest = this.#text.slice(this.#at);
    const index = words.words.findIndex((word) => asciiLower(rest).startsWith(word));
    if (rest === '' || index < 0) {
      return this.#fail(`invalid value "${/^[^ \t\n\r\f]*/.exec(rest)?.[0] ?? ''}" for "${field.written}"`, {
        detail: 'The given value did not match any of the allowed values for this field.',
      });
    }
    this.#at += words.words[index]?.length ?? 0;
    if (!this.#set(words.into, words.value(index), field)) return false;
    if (words.into === 'weekday') this.fields.weekday += 1;
    if (words.into === 'isAfternoon') this.fields.hasHalves = true;
    return true;
  }

  /** Reads as many digits as there are before something else, and exactly `length` of them between digits. */
  #integer(field: Field, length: number, into: NumberField | undefined): boolean {
    const begin = this.#at;
    this.#skipBlanks();
    const copy = this.#text.slice(this.#at, this.#at + length);
    const remaining = utf8Length(this.#text.slice(this.#at));
    const isOpen = this.#isOpenEnded();
    if (!isOpen && remaining < length) return this.#tooShort(field, length, remaining);
    const [digits] = /^\s*[-+]?\d+/.exec(isOpen ? this.#text.slice(begin) : copy) ?? [''];
    if (!isOpen && digits.length > 0 && digits.length < length)
      return this.#tooFewDigits(field, length, copy, digits.length);
    this.#at = isOpen ? begin + digits.length : this.#at + digits.length;
    if (this.#at === begin)
      return this.#fail(`invalid value "${copy}" for "${field.written}"`, {
        detail: 'Value must be an integer.',
      });
    this.#length = this.#at - begin;
    const value = Number(digits);
    if (value < -(2 ** 31) || value >= 2 ** 31) return this.#outOfRange(field);
    return into === undefined || this.#set(into, value, field);
  }

  /** The field takes all digits: what follows in the template is none, or it says so. */
  #isOpenEnded(): boolean {
    const node = this.#nodes[this.#node];
    if (node?.kind === 'field' && (node.isFilled || node.isOrdinal)) return true;
    const next = this.#nodes[this.#node + 1];
    if (next === undefined) return true;
    return next.kind === 'field' ? !next.field.isDigits : !/^[0-9]$/.test(next.character);
  }

  #tooShort(field: Field, length: number, remaining: number): false {
    return this.#fail(`source string too short for "${field.written}" formatting field`, {
      detail: `Field requires ${length} characters, but only ${remaining} remain.`,
      hint: widthHint,
    });
  }

  #tooFewDigits(field: Field, length: number, copy: string, parsed: number): false {
    return this.#fail(`invalid value "${copy}" for "${field.written}"`, {
      detail: `Field requires ${length} characters, but only ${parsed} could be parsed.`,
      hint: widthHint,
    });
  }

  #outOfRange(field: Field): false {
    this.fault = {
      sqlState: '22008',
      reason: `value for "${field.written}" in source string is out of range`,
      detail: 'Value must be in the range -2147483648 to 2147483647.',
    };
    return false;
  }

  #set(into: NumberField, value: number, field: Field): boolean {
    const known = this.fields[into];
    if (known !== 0 && known !== value) {
      return this.#fail(`conflicting values for "${field.written}" field in formatting string`, {
        detail: 'This value contradicts a previous setting for the same field type.',
      });
    }
    this.fields[into] = value;
    return true;
  }

  #skipBlanks(): void {
    while (/[ \t\n\v\f\r]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}

const widthHint = 'If your source string is not fixed-width, try using the "FM" modifier.';

/** A field that only `to_char` knows. */
export const onlyForOutput = ({ written }: Field): DatetimeFault => ({
  sqlState: '0A000',
  reason: `formatting field "${written}" is only supported in to_char`,
});

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function nearestYear(year: number): number {
  if (year < 70) return year + 2000;
  if (year < 100) return year + 1900;
  if (year < 520) return year + 2000;
  return year < 1000 ? year + 1000 : year;
}

/** Integers that are kept as they are; they have as many digits as their names letters, unless a length says otherwise. */
const plainFields: Readonly<Record<string, { readonly into?: NumberField; readonly length?: number }>> = {
  HH24: { into: 'hour', length: 2 },
  MI: { into: 'minute' },
  SS: { into: 'second' },
  SSSS: { into: 'secondOfDay' },
  SSSSS: { into: 'secondOfDay' },
  MM: { into: 'month' },
  DDD: { into: 'dayOfYear' },
  IDDD: { into: 'dayOfYear', length: 3 },
  DD: { into: 'day' },
  D: { into: 'weekday' },
  WW: { into: 'week' },
  IW: { into: 'week' },
  // The quarter is read and forgotten: it names no day.
  Q: {},
  CC: { into: 'century' },
  W: { into: 'weekOfMonth' },
  J: { into: 'julian' },
};

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const romanMonths = ['xii', 'xi', 'x', 'ix', 'viii', 'vii', 'vi', 'v', 'iv', 'iii', 'ii', 'i'];

type Words = {
  readonly words: readonly string[];
  readonly into: NumberField;
  readonly value: (index: number) => number;
};

const halves = (before: string, after: string, into: NumberField): Words => ({
  words: [before, after],
  into,
  value: (index) => index,
});
const eras = { short: halves('ad', 'bc', 'isBeforeChrist'), long: halves('a.d.', 'b.c.', 'isBeforeChrist') };
const noons = { short: halves('am', 'pm', 'isAfternoon'), long: halves('a.m.', 'p.m.', 'isAfternoon') };

const monthWords = (words: readonly string[]): Words => ({
  words,
  into: 'month',
  value: (index) => index + 1,
});
const dayWords = (words: readonly string[]): Words => ({ words, into: 'weekday', value: (index) => index });
const short = (words: readonly string[]): readonly string[] => words.map((word) => word.slice(0, 3));

const wordFields: Readonly<Record<string, Words>> = {
  AD: eras.short,
  BC: eras.short,
  'A.D.': eras.long,
  'B.C.': eras.long,
  AM: noons.short,
  PM: noons.short,
  'A.M.': noons.long,
  'P.M.': noons.long,
  MONTH: monthWords(months),
  MON: monthWords(short(months)),
  RM: { words: romanMonths, into: 'month', value: (index) => 12 - index },
  DAY: dayWords(weekdays),
  DY: dayWords(short(weekdays)),
};
