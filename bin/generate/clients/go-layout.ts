/** Writes Go in the layout that `gofmt` does not change. */

const widthMax = 100;

/** A comment of paragraphs in front of a declaration. Empty paragraphs are left out. */
export function comment(indent: string, ...paragraphs: readonly (string | undefined)[]): string {
  const texts = paragraphs.filter((text) => text !== undefined && text !== '') as readonly string[];
  return texts.map((text) => wrapped(text, `${indent}// `)).join(`${indent}//\n`);
}

/**
 * Wraps a text in lines that begin with `mark`. No line looks like an item of a list or a heading, because
 * `gofmt` changes the layout of those.
 */
function wrapped(text: string, mark: string): string {
  const words = text
    .trim()
    .replaceAll(/\s+(?=([-+*•#]|\d+[.)])(\s|$))/g, '\u00a0')
    .split(/[ \n]+/);
  const lines: string[] = [];
  let line = mark;
  for (const word of words) {
    if (line.length + word.length > widthMax && line !== mark) {
      lines.push(line.trimEnd());
      line = mark;
    }
    line += `${word} `;
  }
  return [...lines, `${line.trimEnd()}\n`].join('\n').replaceAll('\u00a0', ' ');
}

/** The exported Go name of words: `openid-connect` becomes `OpenidConnect`, `$schema` becomes `Schema`. */
export function exported(...words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^A-Za-z0-9]+/));
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** Constants of one type, aligned in columns. */
export function constants(type: string, words: readonly string[]): string {
  const names = words.map((word) => exported(type, word));
  const width = Math.max(...names.map(({ length }) => length));
  const lines = words.map((word, at) => `\t${names[at]?.padEnd(width)} ${type} = ${JSON.stringify(word)}\n`);
  return `const (\n${lines.join('')})\n`;
}
