import type { CommandWords, OptionWords, Values, Word } from './words.ts';

/** The completion of zsh, as a file `_downpour` of `fpath` or a script for `source`. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ spellings, values }) =>
      values === undefined
        ? []
        : [
            `    (${spellings.map((each) => quoted(`${path} ${each}`)).join('|')}) ${offer(values)}; return ;;`,
          ],
    ),
  );
  const words = commands.map(({ path, commands: below, options, values }) => {
    const offered = below.length > 0 ? describe('command', below) : offer(values);
    return `    (${quoted(path)})
      if [[ $PREFIX == -* ]]; then
        ${describe('option', options.flatMap(wordsOf), '-o ')}
      else
        ${offered}
      fi ;;`;
  });
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `#compdef downpour
# Completion of downpour for zsh: save it as _downpour in a folder of fpath, or source it after compinit
_downpour() {
  local command='' next i
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    next="\${command:+$command }\${words[i]}"
    case "$next" in (${paths.join('|')}) command=$next ;; esac
  done
  case "$command \${words[CURRENT - 1]}" in
${values.join('\n')}
  esac
  case "$command" in
${words.join('\n')}
  esac
}
if [[ \${funcstack[1]} == _downpour ]]; then _downpour "$@"; else compdef _downpour downpour; fi
`;
}

const wordsOf = ({ spellings, help }: OptionWords): readonly Word[] =>
  spellings.map((text) => ({ text, help }));

function describe(kind: string, words: readonly Word[], options = ''): string {
  const list = words.map(({ text, help }) => quoted(`${text.replaceAll(':', '\\:')}:${help}`));
  return `offered=(${list.join(' ')}); _describe ${options}${kind} offered`;
}

function offer(values: Values): string {
  if (values === 'none') return ':';
  return values === 'files' ? '_files' : `compadd -- ${values.join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
