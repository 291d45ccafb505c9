/** A table; cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** A page with a comment about its source. */
export const page = (title: string, ...parts: readonly string[]): string =>
  [`# ${title}`, written, ...parts.map((part) => part.trim()).filter((part) => part !== '')]
    .join('\n\n')
    .concat('\n');

const written = '<!-- Written by `npm run generate` from the code and the schemas. Do not edit. -->';

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** The comments above members of a file, in which the names are almost unique. */
export function commentAbove(source: string, member: string): string {
  const pattern = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:readonly )?${member}\\??:`);
  return (pattern.exec(source)?.[1] ?? '').replaceAll(/^\s*\* ?/gm, '').trim();
}
