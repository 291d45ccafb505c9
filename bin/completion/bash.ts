import type { CommandWords, Values } from './words.ts';

/** The completion of bash 3.2 and newer, as a script for `source`. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ spellings, values }) =>
      values === undefined
        ? []
        : [`    ${spellings.map((each) => `'${path} ${each}'`).join('|')}) ${offer(values)}; return ;;`],
    ),
  );
  const words = commands.map(({ path, commands: below, options, values }) => {
    const spellings = options.flatMap((option) => option.spellings).join(' ');
    const names = below.map(({ text }) => text).join(' ');
    const offered = names === '' ? offer(values) : offer(names.split(' '));
    return `    '${path}') if [[ $word == -* ]]; then ${offer(spellings.split(' '))}; else ${offered}; fi ;;`;
  });
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `# Completion of downpour for bash: source this file in ~/.bashrc
_downpour() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command='' next i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in ${paths.join('|')}) command=$next ;; esac
  done
  case "$command $before" in
${values.join('\n')}
  esac
  case "$command" in
${words.join('\n')}
  esac
}
complete -F _downpour downpour
`;
}

function offer(values: Values): string {
  if (values === 'none') return ':';
  if (values === 'files') return 'compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$word"))';
  return `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$word"))`;
}
