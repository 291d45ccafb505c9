import type { Field, TemplateNode } from './template.ts';
import { type DatetimeFault, onlyForOutput, TextCursor } from './text-cursor.ts';

/** What has been read; 0 is what has not. */
const noFields = () => ({
  hour: 0,
  isAfternoon: 0,
  minute: 0,
  second: 0,
  secondOfDay: 0,
  /** From 1, Sunday. */
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
  /** 1 or -1 when there is a time zone. */
  zoneSign: 0,
  /** Digits that seconds are rounded to. */
  precision: 0,
  yearDigits: 0,
  hasHalves: false,
  convention: undefined as Field['convention'],
});

export type DatetimeFields = ReturnType<typeof noFields>;
type NumberField = Exclude<keyof DatetimeFields, 'hasHalves' | 'convention'>;

/** Reads a text as a template says, in PostgreSQL's standard mode: separators must be the same and nothing may be left. */
export function readFields(
  nodes: readonly TemplateNode[],
  text: string,
): DatetimeFields | { readonly fault: DatetimeFault } {
  const source = new TextCursor(text);
  const reader = new FieldReader(nodes, source);
  if (reader.read()) return reader.fields;
  if (source.fault === undefined) throw new Error('a text that does not fit has a fault');
  return { fault: source.fault };
}

class FieldReader {
  readonly #nodes: readonly TemplateNode[];
  readonly #text: TextCursor;
  /** The node that is read. */
  #node = 0;
  readonly fields: DatetimeFields = noFields();

  constructor(nodes: readonly TemplateNode[], text: TextCursor) {
    this.#nodes = nodes;
    this.#text = text;
  }

  /** False when there is a fault. */
  read(): boolean {
    for (; this.#node < this.#nodes.length && !this.#text.isEnd; this.#node += 1)
      if (!this.#readNode(this.#nodes[this.#node] as TemplateNode)) return false;
    if (this.#node < this.#nodes.length)
      return this.#text.fail('input string is too short for datetime format');
    this.#text.skipBlanks();
    return (
      this.#text.isEnd || this.#text.fail('trailing characters remain in input string after datetime format')
    );
  }

  #readNode(node: TemplateNode): boolean {
    if (node.kind !== 'field') {
      const { character, kind } = node;
      return this.#text.takes(character) || this.#text.fail(`unmatched format ${kind} "${character}"`);
    }
    if (!this.#setConvention(node.field) || !this.#field(node.field)) return false;
    if (node.isOrdinal && node.field.mayBeOrdinal) this.#text.skip(2);
    return true;
  }

  #setConvention({ convention }: Field): boolean {
    if (convention === undefined) return true;
    this.fields.convention ??= convention;
    if (this.fields.convention === convention) return true;
    return this.#text.fail('invalid combination of date conventions', {
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
        this.#text.fault = onlyForOutput(field);
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
    this.fields[into] *= 10 ** Math.max(0, digits - this.#text.length);
    return true;
  }

  #zoneHour(field: Field): boolean {
    const sign = this.#text.match(/^[-+ ]/)?.[0];
    this.fields.zoneSign = sign === '-' ? -1 : 1;
    return this.#integer(field, 2, 'zoneHour');
  }

  #isoWeekday(field: Field): boolean {
    if (!this.#integer(field, 1, 'weekday')) return false;
    this.fields.weekday = this.fields.weekday >= 7 ? 1 : this.fields.weekday + 1;
    return true;
  }

  #groupedYear(field: Field): boolean {
    const found = this.#text.match(/^\s*([-+]?\d+),\s*([-+]\d{1,2}|\d{1,3})/);
    if (found === undefined) return this.#text.fail('invalid input string for "Y,YYY"');
    this.fields.yearDigits = 4;
    return this.#set('year', Number(found[1]) * 1000 + Number(found[2]), field);
  }

  /** Years of fewer than four digits are those nearest to 2020. */
  #shortYear(field: Field): boolean {
    if (!this.#integer(field, field.name.length, 'year')) return false;
    if (this.#text.length < 4) this.fields.year = nearestYear(this.fields.year);
    this.fields.yearDigits = field.name.length;
    return true;
  }

  #word(field: Field): boolean {
    const words = wordFields[field.name];
    if (words === undefined) return true;
    const index = this.#text.word(words.words, field);
    if (index === undefined) return false;
    if (!this.#set(words.into, words.value(index), field)) return false;
    if (words.into === 'weekday') this.fields.weekday += 1;
    if (words.into === 'isAfternoon') this.fields.hasHalves = true;
    return true;
  }

  /** Reads a number into a field; it is forgotten without one. */
  #integer(field: Field, length: number, into: NumberField | undefined): boolean {
    const value = this.#text.integer(field, length, this.#isOpenEnded());
    if (value === undefined) return false;
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

  #set(into: NumberField, value: number, field: Field): boolean {
    const known = this.fields[into];
    if (known !== 0 && known !== value) {
      return this.#text.fail(`conflicting values for "${field.written}" field in formatting string`, {
        detail: 'This value contradicts a previous setting for the same field type.',
      });
    }
    this.fields[into] = value;
    return true;
  }
}

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
