import { QueryError } from '../../query-error.ts';

/** What a field of a template is about. */
export type Field = {
  /** In capitals. */
  readonly name: string;
  /** As the template has it, and errors name it. */
  readonly written: string;
  /** A number that a digit may follow at once. */
  readonly isDigits: boolean;
  /** `TH` behind it takes two letters. */
  readonly mayBeOrdinal: boolean;
  /** Calendars that cannot be mixed. */
  readonly convention?: 'gregorian' | 'isoWeek';
  /** What of a datetime it gives; a field without it gives nothing. */
  readonly part?: 'date' | 'time' | 'zone';
};

export type TemplateNode =
  | {
      readonly kind: 'field';
      readonly field: Field;
      /** `FM`: as many digits as there are. */
      readonly isFilled: boolean;
      /** `TH`: two letters behind the number. */
      readonly isOrdinal: boolean;
    }
  | { readonly kind: 'separator' | 'character'; readonly character: string };

const field = (
  name: string,
  isDigits: boolean,
  part?: Field['part'],
  convention?: Field['convention'],
): Field => ({
  name,
  written: name,
  isDigits,
  mayBeOrdinal: name.startsWith('FF') || (isDigits && part !== 'zone'),
  part,
  convention,
});

/** The fields of PostgreSQL 15 that are told apart by their letters (`Month` is the same as `MONTH`), longest first. */
const fields: readonly Field[] = [
  ...['A.D.', 'B.C.', 'AD', 'BC'].map((name) => field(name, false, 'date')),
  ...['A.M.', 'P.M.', 'AM', 'PM'].map((name) => field(name, false, 'time')),
  field('CC', true, 'date'),
  field('DAY', false, 'date'),
  field('DDD', true, 'date', 'gregorian'),
  field('DD', true, 'date', 'gregorian'),
  field('DY', false, 'date'),
  field('D', true, 'date', 'gregorian'),
  ...[1, 2, 3, 4, 5, 6].map((digits) => field(`FF${digits}`, false, 'time')),
  field('FX', false),
  field('HH24', true, 'time'),
  field('HH12', true, 'time'),
  field('HH', true, 'time'),
  field('IDDD', true, 'date', 'isoWeek'),
  field('ID', true, 'date', 'isoWeek'),
  // PostgreSQL does not count the ISO week among the parts of a date.
  field('IW', true, undefined, 'isoWeek'),
  field('IYYY', true, 'date', 'isoWeek'),
  field('IYY', true, 'date', 'isoWeek'),
  field('IY', true, 'date', 'isoWeek'),
  field('I', true, 'date', 'isoWeek'),
  field('J', true, 'date'),
  field('MI', true, 'time'),
  field('MM', true, 'date', 'gregorian'),
  field('MONTH', false, 'date', 'gregorian'),
  field('MON', false, 'date', 'gregorian'),
  field('MS', true, 'time'),
  field('OF', false, 'zone'),
  field('Q', true, 'date'),
  field('RM', false, 'date', 'gregorian'),
  field('SSSSS', true, 'time'),
  field('SSSS', true, 'time'),
  field('SS', true, 'time'),
  field('TZH', false, 'zone'),
  field('TZM', true, 'zone'),
  field('TZ', false, 'zone'),
  field('US', true, 'time'),
  field('WW', true, 'date', 'gregorian'),
  field('W', true, 'date', 'gregorian'),
  field('Y,YYY', true, 'date', 'gregorian'),
  field('YYYY', true, 'date', 'gregorian'),
  field('YYY', true, 'date', 'gregorian'),
  field('YY', true, 'date', 'gregorian'),
  field('Y', true, 'date', 'gregorian'),
];

/** Fields that may be written with a capital and small letters. */
const mixedCase = ['Day', 'Dy', 'Month', 'Mon'];

/**
 * Takes a template of `.datetime("...")` apart.
 * @throws QueryError 22007 for a character that stands for nothing.
 */
export function parseTemplate(template: string): readonly TemplateNode[] {
  const nodes: TemplateNode[] = [];
  for (let at = 0; at < template.length; ) {
    const prefix = /^(?:FM|fm|TM|tm)/.exec(template.slice(at))?.[0] ?? '';
    at += prefix.length;
    const found = fieldAt(template, at);
    if (found !== undefined) {
      at += found.length;
      const suffix = /^(?:TH|th|SP)/.exec(template.slice(at))?.[0] ?? '';
      at += suffix.length;
      const isFilled = prefix.toUpperCase() === 'FM';
      nodes.push({ kind: 'field', field: found.field, isFilled, isOrdinal: suffix.toUpperCase() === 'TH' });
    } else if (template[at] === '"') at = parseQuoted(template, at + 1, nodes);
    else if (at < template.length) at = parseSeparator(template, at, nodes);
  }
  return nodes;
}

function fieldAt(
  template: string,
  at: number,
): { readonly field: Field; readonly length: number } | undefined {
  for (const known of fields) {
    const { length } = known.name;
    const written = template.slice(at, at + length);
    const isSame = written === known.name || written === known.name.toLowerCase();
    const isMixed = mixedCase.includes(written) && written.toUpperCase() === known.name;
    if (!isSame && !isMixed) continue;
    return { field: { ...known, written }, length };
  }
  return undefined;
}

/** Characters that the text must have, up to a quote; a backslash takes the one behind it. */
function parseQuoted(template: string, begin: number, nodes: TemplateNode[]): number {
  let at = begin;
  while (at < template.length && template[at] !== '"') {
    if (template[at] === '\\' && at + 1 < template.length) at += 1;
    const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
    nodes.push({ kind: 'character', character });
    at += character.length;
  }
  return at + 1;
}

function parseSeparator(template: string, at: number, nodes: TemplateNode[]): number {
  const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
  if (!"-./,':; ".includes(character))
    throw new QueryError('22007', `invalid datetime format separator: "${character}"`);
  nodes.push({ kind: 'separator', character });
  return at + 1;
}
