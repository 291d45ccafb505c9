import { readFileSync } from 'node:fs';

/** The generated parts of a page, by the names of their markers. */
export type Blocks = { readonly [name: string]: string };

const docs = new URL('../../docs/', import.meta.url);

/** A page of docs/ that people edit. Its generated blocks are filled with new texts. */
export const filledPage = (name: string, blocks: Blocks): string =>
  fillBlocks(`docs/${name}`, readFileSync(new URL(name, docs), 'utf8'), blocks);

/**
 * Replaces the text between `<!-- generated: NAME -->` and `<!-- /generated -->`. A marker on its own line
 * encloses lines, a marker within a line encloses words.
 * @throws Error when a name is unknown or unused, and when a marker has no end.
 */
export function fillBlocks(file: string, text: string, blocks: Blocks): string {
  const used = new Set<string>();
  const filled = text.replaceAll(block, (whole, name: string, at: number) => {
    const made = blocks[name];
    if (made === undefined)
      throw new Error(`${file} has a block '${name}', but bin/docs makes only ${names(Object.keys(blocks))}`);
    if (whole.slice(end.length).includes('<!-- generated:'))
      throw new Error(`${file}: block '${name}' has no ${end}; write it behind the block`);
    used.add(name);
    const isLine = (at === 0 || text[at - 1] === '\n') && whole.includes('-->\n');
    return `<!-- generated: ${name} -->${isLine ? `\n\n${made.trim()}\n\n` : made}${end}`;
  });
  const left = Object.keys(blocks).filter((name) => !used.has(name));
  if (left.length > 0) throw new Error(`${file} lacks the blocks ${names(left)}; write their markers there`);
  return filled;
}

const end = '<!-- /generated -->';
const block = /<!-- generated: ([\w-]+) -->[\s\S]*?<!-- \/generated -->/g;

const names = (list: readonly string[]): string => list.map((name) => `'${name}'`).join(', ');
