import { type Range, sourceOf } from './character-class.ts';
import { type Character, character, type Regex, type RegexNode } from './regex.ts';
import { fault } from './regex-cursor.ts';

/**
 * RE2 knows only the edges of ASCII words, and does not distinguish the start of a word from its end. So for
 * an expression with word edges, Downpour adds marks before every character of the text and at its end. A
 * mark tells what is at its position: a word edge, the start or end of a line or of the text. An assertion
 * matches one mark, so each position has as many marks as one match may assert there. The marks are
 * characters that Unicode never assigns.
 */
const markRange: Range = [0xfdd0, 0xfdea];

const anyMark = '[\\x{fdd0}-\\x{fdea}]*';

/** The facts about a position in a text: whether a word, a line or the text starts or ends there. */
export type Place = {
  readonly edge: 'none' | 'start' | 'end';
  /** The largest part of the text that starts at this position. Where the text starts, a line starts too. */
  readonly starts: 'nothing' | 'line' | 'text';
  /** The largest part of the text that ends at this position. */
  readonly ends: 'nothing' | 'line' | 'text';
};

const edges = ['none', 'start', 'end'] as const;

const bounds = ['nothing', 'line', 'text'] as const;

export const markOf = ({ edge, starts, ends }: Place): string =>
  String.fromCharCode(
    markRange[0] + edges.indexOf(edge) + 3 * (bounds.indexOf(starts) + 3 * bounds.indexOf(ends)),
  );

const places: readonly Place[] = edges.flatMap((edge) =>
  bounds.flatMap((starts) => bounds.map((ends) => ({ edge, starts, ends }))),
);

export type RegexSource = {
  /** The regular expression in RE2's syntax. */
  readonly source: string;
  /**
   * The number of marks (characters that describe a position) that each position of a text needs. 0: the text
   * is matched as it is.
   */
  readonly marks: number;
};

/**
 * Translates a regular expression to RE2's syntax.
 * @throws RegexFault for an expression that asserts too much at one position.
 */
export function sourceOfRegex(regex: Regex): RegexSource {
  const isMarked = hasEdge(regex);
  const marks = isMarked ? assertionsAtOnce(regex) : 0;
  if (marks > marksMax) throw fault('size');
  return { source: alternatives(regex, isMarked), marks };
}

/**
 * The most marks (characters that describe a position) at one position of a text. They take memory and time
 * for each character of the text.
 */
const marksMax = 16;

const hasEdge = (regex: Regex): boolean => regex.some((branch) => branch.some(isEdge));

function isEdge(node: RegexNode): boolean {
  if (node.kind === 'repetition') return isEdge(node.operand);
  return node.kind === 'group' ? hasEdge(node.regex) : node.kind === 'edge';
}

const alternatives = (regex: Regex, isMarked: boolean): string =>
  regex.map((branch) => branch.map((node) => nodeSource(node, isMarked)).join('')).join('|');

const anchorSources = {
  textStart: '\\A',
  textEnd: '\\z',
  lineStart: '(?m:^)',
  lineEnd: '(?m:$)',
} as const;

const anchored: Readonly<Record<keyof typeof anchorSources, (place: Place) => boolean>> = {
  textStart: ({ starts }) => starts === 'text',
  textEnd: ({ ends }) => ends === 'text',
  lineStart: ({ starts }) => starts !== 'nothing',
  lineEnd: ({ ends }) => ends !== 'nothing',
};

/** The set of marks (characters that describe a position) at which an assertion, such as `^`, holds. */
function markSet(assertion: Extract<RegexNode, { kind: 'anchor' | 'edge' }>): string {
  const holds = (place: Place): boolean => {
    if (assertion.kind === 'anchor') return anchored[assertion.at](place);
    return assertion.of === 'any' ? place.edge !== 'none' : place.edge === assertion.of;
  };
  return `[${places.filter(holds).map(markOf).join('')}]`;
}

/**
 * How many assertions, such as `^` or `\b`, RE2 checks at one position while one part of the pattern matches.
 * A count is `-Infinity` when the part has no match of this kind.
 */
type Assertions = {
  /** The most assertions at one position in a match without characters. */
  readonly empty: number;
  /** The most assertions before the first character of a match. */
  readonly first: number;
  /** The most assertions after the last character of a match. */
  readonly last: number;
  /** The most assertions anywhere between two characters of a match. */
  readonly inner: number;
};

const never = Number.NEGATIVE_INFINITY;

const nothing: Assertions = { empty: 0, first: never, last: never, inner: never };

/** The most assertions that one match of an expression makes at one position. */
function assertionsAtOnce(regex: Regex): number {
  const { empty, first, last, inner } = ofRegex(regex);
  return Math.max(empty, first, last, inner);
}

const ofRegex = (regex: Regex): Assertions =>
  regex
    .map((branch) => branch.map(ofNode).reduce(inTurn, nothing))
    .reduce((one, other) => ({
      empty: Math.max(one.empty, other.empty),
      first: Math.max(one.first, other.first),
      last: Math.max(one.last, other.last),
      inner: Math.max(one.inner, other.inner),
    }));

function ofNode(node: RegexNode): Assertions {
  if (node.kind === 'group') return ofRegex(node.regex);
  if (node.kind === 'character') return { empty: never, first: 0, last: 0, inner: never };
  return node.kind === 'repetition' ? ofRepetition(node) : { ...nothing, empty: 1 };
}

/**
 * Only the least number of repetitions counts, because a further repetition without characters may be left
 * out.
 */
function ofRepetition({ operand, min, max }: Extract<RegexNode, { kind: 'repetition' }>): Assertions {
  if (max === 0) return nothing;
  const { empty, first, last, inner } = ofNode(operand);
  const rounds = (count: number): number => (count <= 0 ? 0 : Math.max(0, empty) * count);
  return {
    empty: Math.max(min === 0 ? 0 : never, empty === never ? never : empty * Math.max(1, min)),
    first: first + rounds(min - 1),
    last: last + rounds(min - 1),
    inner: max === 1 ? inner : Math.max(inner, last + first + rounds(min - 2)),
  };
}

/** Combines the counts of assertions of two parts of a match, one after the other. */
const inTurn = (one: Assertions, other: Assertions): Assertions => ({
  empty: one.empty + other.empty,
  first: Math.max(one.first, one.empty + other.first),
  last: Math.max(other.last, one.last + other.empty),
  inner: Math.max(one.inner, other.inner, one.last + other.first),
});

function nodeSource(node: RegexNode, isMarked: boolean): string {
  switch (node.kind) {
    case 'character':
      return isMarked ? anyMark + characterSource(withoutMarks(node)) : characterSource(node);
    case 'group':
      return `(?:${alternatives(node.regex, isMarked)})`;
    case 'repetition':
      return repeated(nodeSource(node.operand, isMarked), node.min, node.max);
    case 'anchor':
      return isMarked ? markSet(node) : anchorSources[node.at];
    case 'edge':
      return markSet(node);
  }
}

const noCharacter = '[^\\x{0}-\\x{10ffff}]';

function characterSource({ set, isNegated }: Character): string {
  const isEmpty = set.ranges.length + set.categories.length === 0;
  if (isEmpty) return isNegated ? '(?s:.)' : noCharacter;
  return `[${isNegated ? '^' : ''}${sourceOf(set)}]`;
}

function withoutMarks({ set, isNegated }: Character): Character {
  const ranges = isNegated ? [...set.ranges, markRange] : set.ranges.flatMap(besideMarks);
  return character({ ...set, ranges }, isNegated);
}

function besideMarks([from, to]: Range): readonly Range[] {
  const [first, last] = markRange;
  const below: Range = [from, Math.min(to, first - 1)];
  const above: Range = [Math.max(from, last + 1), to];
  return [below, above].filter(([begin, end]) => begin <= end);
}

/** Writes a repeat count. `max` is infinite without an upper bound. */
function repeated(source: string, min: number, max: number): string {
  return `(?:${source}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}
