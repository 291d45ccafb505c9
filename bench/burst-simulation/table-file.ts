import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sections } from './cases.ts';
import { constantsTable, meaning } from './report.ts';

const file = fileURLToPath(new URL('table.md', import.meta.url));

/** The sections of the stored table, by title. */
export function readTable(): ReadonlyMap<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const blocks = text.split(/^(?=## )/m).slice(1);
  return new Map(blocks.map((block) => [/^## (.*)/.exec(block)?.[1] ?? '', block.trim()]));
}

/** Replaces one section. The others do not change. */
export function writeTable(title: string, text: string): void {
  const known = new Map(readTable()).set(title, text);
  const order = Object.values(sections).flatMap((section) => known.get(section.title) ?? []);
  writeFileSync(file, `${[head, ...order, tail].join('\n\n')}\n`);
}

const head = `# Bursts in AWS, simulated

Written by \`node bench/burst-simulation.ts --write\`. The real planner, conductor, handlers, stores and definition run in
virtual time against simulated services; nothing here was measured in AWS. The constants are at the end, each with its
source.

${meaning}`;

const tail = `## Constants

${constantsTable()}`;
