/** A Markdown table. Its cells are Markdown too. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** A Markdown page that begins with a comment about its source. */
export const page = (title: string, ...parts: readonly string[]): string =>
  [`# ${title}`, written, ...parts.map((part) => part.trim()).filter((part) => part !== '')]
    .join('\n\n')
    .concat('\n');

const written = '<!-- Written by `npm run generate` from the code and the schemas. Do not edit. -->';

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** The comment above a member in a source file. Names of members are almost unique in these files. */
export function commentAbove(source: string, member: string): string {
  const pattern = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:readonly )?${member}\\??:`);
  return (pattern.exec(source)?.[1] ?? '').replaceAll(/^\s*\* ?/gm, '').trim();
}
