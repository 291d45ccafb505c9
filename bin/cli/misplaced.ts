import type { Command, Option } from 'commander';

/**
 * The hint for a word at the wrong place: an argument that is the value of an option, or an option with
 * another letter. Undefined when Downpour does not know the place. `message` is Commander's text.
 */
export function misplacedHint(command: Command, message: string): string | undefined {
  const [, word = ''] = /unknown option '([^']*)'/.exec(message) ?? [];
  if (word !== '') return optionHint(command, word);
  if (!message.includes('too many arguments')) return undefined;
  const extra = command.args[command.registeredArguments.length] ?? '';
  const missing = missingValue(command);
  return missing === undefined ? argumentHint(command, extra) : `The ${missing}.`;
}

/**
 * The words about an option whose value is another option, as in `run shop.yaml --junit --quiet`.
 * Commander takes the next word as the value.
 */
export function missingValue(command: Command): string | undefined {
  const flags = new Set(command.options.flatMap(({ short, long }) => [short, long]));
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (typeof value === 'string' && flags.has(value))
      return `option '${option.flags}' has no value, because the word after it is the option ${value}`;
  }
  return undefined;
}

function optionHint(command: Command, word: string): string | undefined {
  const names = command.options.map(nameOf);
  if (/^(--(last|count|max|number|head|size)|-n)$/.test(word) && names.includes('--limit'))
    return 'Did you mean --limit?';
  const typed = typedWords(command);
  const long = names.find((name) => typed.some((each) => each.split('=', 1)[0] === name.slice(1)));
  if (long !== undefined) return `Did you mean ${long}?`;
  if (command.parent === null) {
    const named = command.commands.find((each) => typed.slice(1).includes(each.name()));
    const found = named?.options.find(({ short, long: name }) => [short, name].includes(word));
    if (found !== undefined)
      return `Write the options of a command after its name, as in: ${command.name()} ${named?.name()} ${found.flags.replace(/^-\w, /, '')}`;
  }
  if (word === '--html' && names.includes('--output')) return 'Did you mean -o FILE.html?';
  if (!/^-[a-z]$/i.test(word)) return undefined;
  const letter = word.slice(1).toLowerCase();
  const others = command.options.filter(({ short }) => short?.toLowerCase() === `-${letter}`);
  const begin = names.filter((name) => name.startsWith(`--${letter}`));
  const found = others[0]?.short ?? (begin.length === 1 ? begin[0] : undefined);
  return found === undefined ? undefined : `Did you mean ${found}?`;
}

function argumentHint(command: Command, word: string): string | undefined {
  const names = command.options.map(nameOf);
  const value = /\s/.test(word) ? `'${word}'` : word;
  const [, dash, name = ''] = /^([\u2010-\u2015\u2212]+)(\w[\w-]*)/.exec(word) ?? [];
  if (dash !== undefined && names.includes(`--${name}`))
    return `The character ${dash} begins no option. Did you mean --${name}?`;
  const before = typedWords(command).find((_, at, words) => words[at + 1] === word);
  if (before !== undefined && /^\w+=$/.test(before))
    return `A value follows '=' without a space: ${before}${value}`;
  const [, key = '', rest = ''] = /^(\w[\w-]*)=(.+)$/.exec(word) ?? [];
  const option = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (names.includes(option)) return `Did you mean ${option} ${rest}?`;
  if (names.includes('--param') && /^\w+=/.test(word)) return `For a parameter of the document: -P ${value}`;
  if (names.includes('--output') && /\.(html|ya?ml)$/.test(word)) return `Did you mean -o ${value}?`;
  const owner = (/^\d+$/.test(word) ? ['--limit', '--port'] : ['--test', '--name']).find((name) =>
    names.includes(name),
  );
  return owner === undefined ? undefined : `Did you mean ${owner} ${value}?`;
}

/** The words of the command line, after the name of the program. */
function typedWords(command: Command): readonly string[] {
  let main = command;
  while (main.parent !== null) main = main.parent;
  return (main as Command & { readonly rawArgs: readonly string[] }).rawArgs;
}

const nameOf = ({ long, short }: Option): string => long ?? short ?? '';
