import type { NumberField } from './datetime-fields.ts';

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

export const wordFields: Readonly<Record<string, Words>> = {
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
