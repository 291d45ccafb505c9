import type { CommandWords, OptionWords, Values } from './words.ts';

/** The completion of fish, as a script for `source` or a file of its folder `completions`. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, commands: below, options, values }) => {
    const here = `complete -c downpour -n '__downpour_is "${path}"'`;
    return [
      ...below.map(({ text, help }) => `${here} -a ${text} -d ${quoted(help)}`),
      ...(below.length > 0 ? [] : offer(values).map((argument) => `${here} ${argument}`)),
      ...options.map((option) => `${here} ${optionOf(option)}`),
    ];
  });
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `# Completion of downpour for fish: source this file in ~/.config/fish/config.fish
function __downpour_is
  set -l command ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$command $word")
    contains -- $next ${paths.join(' ')}; and set command $next
  end
  test "$command" = "$argv[1]"
end
complete -c downpour -f
${lines.join('\n')}
`;
}

function optionOf({ spellings, help, values }: OptionWords): string {
  const names = spellings.map((each) =>
    each.startsWith('--') ? `-l ${each.slice(2)}` : `-s ${each.slice(1)}`,
  );
  const taken = values === undefined ? [] : ['-r', ...offer(values)];
  return [...names, ...taken, `-d ${quoted(help)}`].join(' ');
}

function offer(values: Values): readonly string[] {
  if (values === 'none') return [];
  return values === 'files' ? ['-F'] : [`-a '${values.join(' ')}'`];
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
