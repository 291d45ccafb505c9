import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { parsed } from './sources.ts';

/** A text that people read, with the line on which it begins. */
export type Text = { readonly line: number; readonly text: string };

/** The words and the openings of sentences that docs/language.md replaces. */
export type Rules = { readonly words: readonly string[]; readonly openings: readonly string[] };

/** The first columns of the two tables of docs/language.md. */
export function readRules(root: string): Rules {
  const page = readFileSync(join(root, 'docs/language.md'), 'utf8');
  const column = (heading: string): string[] => {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    const [table = ''] = section.split('\n## ');
    return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, word = '']) => word);
  };
  return { words: column('Words'), openings: column('Openings') };
}

/**
 * The words and the first words of sentences that the rules forbid and the text has, in the order of the
 * rules.
 */
export function findings({ words, openings }: Rules, text: string): readonly string[] {
  const plain = text
    .replaceAll(/`[^`\n]*`/g, '``')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const found = words.flatMap((word) =>
    [...plain.matchAll(new RegExp(`\\b${word}\\b`, 'gi'))].map(() => word),
  );
  const begun = openings.flatMap((word) => {
    const sentence = new RegExp(`(?:^|[.:!?*|] |[-*] )${word}\\b[^.?!|]*(?:[.?!|]|$)`, 'g');
    return [...plain.matchAll(sentence)].filter(([all]) => !all.endsWith('?')).map(() => `${word} ...`);
  });
  return [...found, ...begun];
}

/** Prose of a Markdown file: no fenced code, and each paragraph, row and item a text of its own. */
export function proseOf(markdown: string): readonly Text[] {
  const lines = markdown
    .replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .split('\n');
  return joined(lines.map((text, at) => ({ line: at + 1, text })));
}

/** Comments of a program or a YAML file; neighbouring lines are one text. */
export function commentsOf(source: string): readonly Text[] {
  const lines = source.split('\n').map((text, at) => {
    const [, words = ''] = /^\s*(?:\/\/|#(?= )|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?$/.exec(text) ?? [];
    return { line: at + 1, text: words.trim() };
  });
  return joined(lines);
}

/** The titles of tests and of their groups in a test file. */
export const titlesOf = (source: string): readonly Text[] =>
  [...source.matchAll(/\b(?:test|it|describe|suite)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(
    ({ index, 2: text = '' }) => ({ line: source.slice(0, index).split('\n').length, text }),
  );

/** Lines of comments that are wider than code may be. */
export const wideComments = (source: string, width: number): readonly number[] =>
  source
    .split('\n')
    .flatMap((text, at) =>
      text.length > width && /^\s*(\/\/|\/\*|\*)/.test(text) && !/https?:\/\//.test(text) ? [at + 1] : [],
    );

/** Literals with at least three words, by file: messages, help, and texts of the report page. */
export function literalsOf(
  root: string,
  wanted: (file: string) => boolean,
): ReadonlyMap<string, readonly Text[]> {
  return new Map(parsed(root, (file, source) => [file, literalsIn(source)] as const, wanted));
}

const literals: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);

function literalsIn(source: Node): readonly Text[] {
  const found: Text[] = [];
  const visit = (node: Node): void => {
    const { text } = node as Node & { text?: string };
    if (literals.has(node.kind) && text !== undefined && /[a-z]+ [a-z]+ [a-z]+/i.test(text))
      found.push({ line: 0, text });
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

/**
 * Lines that follow each other become one text; an empty line, a row of a table and an item begin a new one.
 */
function joined(lines: readonly Text[]): readonly Text[] {
  const texts: Text[] = [];
  let open = false;
  for (const { line, text } of lines) {
    const last = texts.at(-1);
    if (open && last !== undefined && text.trim() !== '' && !/^\s*([|#>-]|\d+\.)/.test(text))
      texts[texts.length - 1] = { line: last.line, text: `${last.text} ${text.trim()}` };
    else if (text.trim() !== '') texts.push({ line, text: text.trim() });
    open = text.trim() !== '' && !/^\s*[|#]/.test(text);
  }
  return texts;
}
