import type { Work } from '../../budget.ts';
import { characterClasses, type Range, sourceOf } from './character-class.ts';
import { type Branch, type Character, character, type Regex, type RegexNode } from './regex.ts';

/**
 * RE2 knows only the edges of ASCII words, and does not distinguish the start of a word from its end. So for
 * an expression with word edges, Downpour adds a mark before every character of the text and at its end. The
 * mark gives the kind of edge there. The marks are characters that Unicode never assigns.
 */
const marks = { none: '\ufdd0', start: '\ufdd1', end: '\ufdd2' } as const;
const markRange: Range = [0xfdd0, 0xfdd2];
const anyMark = '[\\x{fdd0}-\\x{fdd2}]*';

export type RegexSource = {
  /** The expression in RE2's syntax. */
  readonly source: string;
  /** True: a text must be marked before it is matched. */
  readonly needsMarks: boolean;
};

/** Translates a regular expression to RE2's syntax. */
export function sourceOfRegex(regex: Regex): RegexSource {
  const needsMarks = hasEdge(regex);
  return { source: alternatives(regex, needsMarks), needsMarks };
}

const hasEdge = (regex: Regex): boolean => regex.some((branch) => branch.some(isEdge));

function isEdge(node: RegexNode): boolean {
  if (node.kind === 'repetition') return isEdge(node.operand);
  return node.kind === 'group' ? hasEdge(node.regex) : node.kind === 'edge';
}

/** Adds the marks to a text. A character takes some 0.1 µs. */
export function markEdges(text: string, work: Work): string {
  const portions: string[] = [];
  let marked = '';
  let wasWord = false;
  for (const character of text) {
    const isWord = wordCharacter.test(character);
    marked += (isWord === wasWord ? marks.none : isWord ? marks.start : marks.end) + character;
    wasWord = isWord;
    if (marked.length < portionLength) continue;
    work.spend(portionLength / 2);
    portions.push(marked);
    marked = '';
  }
  return portions.join('') + marked + (wasWord ? marks.end : marks.none);
}

/**
 * Characters that are marked and joined at once: before it is joined, a text takes 32 bytes for each
 * character.
 */
const portionLength = 2048;

const wordCharacter = new RegExp(
  `[_${characterClasses.word.categories.map((category) => `\\p{${category}}`).join('')}]`,
  'u',
);

const alternatives = (regex: Regex, isMarked: boolean): string =>
  regex.map((branch) => sequence(branch, isMarked)).join('|');

/**
 * Translates a branch. The order of assertions at one position does not matter, so they are written as RE2
 * needs them: starts, then the word edge, which matches the mark, then ends.
 */
function sequence(branch: Branch, isMarked: boolean): string {
  let source = '';
  let assertions: RegexNode[] = [];
  for (const node of branch) {
    if (node.kind === 'anchor' || node.kind === 'edge') assertions.push(node);
    else {
      source += assertionsSource(assertions, isMarked) + nodeSource(node, isMarked);
      assertions = [];
    }
  }
  return source + assertionsSource(assertions, isMarked);
}

function assertionsSource(nodes: readonly RegexNode[], isMarked: boolean): string {
  const anchors = nodes.flatMap((node) => (node.kind === 'anchor' ? [node.at] : []));
  const edges = nodes.flatMap((node) => (node.kind === 'edge' ? [node.of] : []));
  const starts = anchors.filter((at) => at.endsWith('Start')).map((at) => anchorSources[at]);
  const ends = anchors.filter((at) => at.endsWith('End')).map((at) => anchorSources[at]);
  const skip = isMarked && ends.length > 0 ? anyMark : '';
  return [...starts, edges.length > 0 ? edgeSource(edges) : '', skip, ...ends].join('');
}

const anchorSources = {
  textStart: '\\A',
  textEnd: '\\z',
  lineStart: '(?m:^)',
  lineEnd: '(?m:$)',
} as const;

type Edge = Extract<RegexNode, { kind: 'edge' }>['of'];

const edgeMarks: Readonly<Record<Edge, readonly string[]>> = {
  start: [marks.start],
  end: [marks.end],
  any: [marks.start, marks.end],
  none: [marks.none],
};

/**
 * A set with the marks that all edges at a position allow. If the edges contradict each other, no mark
 * matches.
 */
function edgeSource(edges: readonly Edge[]): string {
  const allowed = Object.values(marks).filter((mark) =>
    edges.every((edge) => edgeMarks[edge].includes(mark)),
  );
  return allowed.length === 0 ? noCharacter : `[${allowed.join('')}]`;
}

const noCharacter = '[^\\x{0}-\\x{10ffff}]';

function nodeSource(node: RegexNode, isMarked: boolean): string {
  switch (node.kind) {
    case 'character':
      return isMarked ? anyMark + characterSource(withoutMarks(node)) : characterSource(node);
    case 'group':
      return `(?:${alternatives(node.regex, isMarked)})`;
    case 'repetition':
      return repeated(nodeSource(node.operand, isMarked), node.min, node.max);
    case 'anchor':
    case 'edge':
      return assertionsSource([node], isMarked);
  }
}

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
