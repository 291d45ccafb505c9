import { readdirSync, readFileSync } from 'node:fs';
import { table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';

const folder = new URL('../../examples/', import.meta.url);

/** The page docs/examples.md. */
export const examplesPage = (): string =>
  filledPage('examples.md', {
    examples: table(
      ['document', 'theme'],
      examples().map(({ name, shows }) => [`[${name}](../examples/${name}.hf.yaml)`, shows]),
    ),
  });

/** All example documents, with the comment at the top of each. */
function examples(): readonly { readonly name: string; readonly shows: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.hf.yaml'))
    .sort()
    .map((file) => ({
      name: file.replace('.hf.yaml', ''),
      shows: commentOnTop(readFileSync(new URL(file, folder), 'utf8')),
    }));
}

/** The comment before the first key, without the line for editors. */
function commentOnTop(text: string): string {
  const [comment = ''] = /^(?:#.*\n)+/.exec(text) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^# ?/, ''));
  return lines.filter((line) => !line.startsWith('yaml-language-server:')).join(' ');
}
