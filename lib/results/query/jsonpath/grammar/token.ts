import type { Expression, Segment, Selector, ValueType } from './ast.ts';

/** What jsonpath-plus is given instead of text. Texts among these are its own signs, never a caller's; numbers its own. */
export type Token =
  | { readonly name: string; readonly quoted: boolean }
  | { readonly index: number }
  | { readonly any: readonly Token[] }
  | { readonly type: ValueType }
  | { readonly sign: 'descend' | 'climb' | 'propertyName' }
  | string
  | number;

/** Gives the code under which jsonpath-plus asks for a condition or a computed selector. */
export type Register = (selector: Extract<Selector, { kind: 'filter' | 'script' }>) => string;

export function tokensOf(segments: readonly Segment[], register: Register): readonly Token[] {
  return segments.flatMap((segment) => tokensOfSegment(segment, register));
}

function tokensOfSegment(segment: Segment, register: Register): readonly Token[] {
  switch (segment.kind) {
    case 'child':
      return [union(segment.selectors, register)];
    case 'descendant':
      return [{ sign: 'descend' }, union(segment.selectors, register)];
    case 'parent':
      return [{ sign: 'climb' }];
    case 'propertyName':
      return [{ sign: 'propertyName' }];
    case 'type':
      return [{ type: segment.type }];
  }
}

function union(selectors: readonly Selector[], register: Register): Token {
  const tokens = selectors.map((selector) => tokenOf(selector, register));
  const [only] = tokens;
  return only !== undefined && tokens.length === 1 ? only : { any: tokens };
}

function tokenOf(selector: Selector, register: Register): Token {
  switch (selector.kind) {
    case 'name':
      return { name: selector.name, quoted: selector.quoted };
    case 'index':
      return { index: selector.index };
    case 'wildcard':
      return '*';
    case 'slice':
      return `${selector.start ?? ''}:${selector.end ?? ''}:${selector.step ?? ''}`;
    case 'filter':
      return `?${register(selector)}`;
    case 'script':
      return register(selector);
  }
}

/** Whether an expression asks where its candidate stands, which is then kept on the way. */
export const asksForPath = (expression: Expression): boolean =>
  JSON.stringify(expression).includes('"base":"path"');
