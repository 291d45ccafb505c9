import { readdirSync, readFileSync } from 'node:fs';
import { page, table } from '../generate/markdown.ts';

const folder = new URL('../../examples/', import.meta.url);

/** docs/examples.md */
export const examplesPage = (): string =>
  page(
    'Examples',
    `Each of these documents shows one thing and runs as it is against the small shop of the examples, which
\`npx node examples/shop/main.ts\` opens on port 8080: \`bin/downpour run examples/queue.hf.yaml\`. \`-P HOST=host:port\` points
one elsewhere. What a \`log\` step writes goes to \`log/driver/drive.log\` in the data folder, \`.downpour\`. A test runs all
of them.`,
    table(
      ['document', 'what it shows'],
      examples().map(({ name, shows }) => [`[${name}](../examples/${name}.hf.yaml)`, shows]),
    ),
  );

/** Every document with the comment on top of it. */
function examples(): readonly { readonly name: string; readonly shows: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.hf.yaml'))
    .sort()
    .map((file) => ({
      name: file.replace('.hf.yaml', ''),
      shows: commentOnTop(readFileSync(new URL(file, folder), 'utf8')),
    }));
}

/** The comment lines before the first key, without the one for editors. */
function commentOnTop(text: string): string {
  const [comment = ''] = /^(?:#.*\n)+/.exec(text) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^# ?/, ''));
  return lines.filter((line) => !line.startsWith('yaml-language-server:')).join(' ');
}
