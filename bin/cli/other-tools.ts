import type { Command } from 'commander';

/**
 * The hint for a person who types a command or an option of another tool. Undefined when the word is of no
 * such tool. `command` rejects the word, and `message` is Commander's text.
 */
export function otherToolHint(command: Command, message: string): string | undefined {
  const [, kind, word = ''] = /unknown (command|option) '([^']*)'/.exec(message) ?? [];
  if (kind === 'command') return commandHint(command, word, message.includes('(Did you mean'));
  if (kind !== 'option') return undefined;
  if (word === '-v' && command.parent === null) return 'Did you mean -V?';
  if (command.name() === 'compare' && /^(--(junit|summary|markdown|html|output)|-o)$/.test(word))
    return 'This command writes no files: redirect its text, or the JSON of --json. Its exit code is the outcome';
  if (!takesDocument.has(command.name())) return undefined;
  return optionHints.find(([pattern]) => pattern.test(word))?.[1];
}

function commandHint(command: Command, word: string, hasProposal: boolean): string | undefined {
  const own = command.commands.map((each) => each.name());
  const isMain = command.parent === null;
  if (isMain && /\.(ya?ml|json)$/.test(word)) return `To run a document: ${command.name()} run ${word}`;
  if (isMain && word === 'version') return 'Did you mean --version?';
  const name = synonyms.find((each) => each.includes(word))?.find((each) => own.includes(each));
  if (name !== undefined) return `Did you mean ${name}?`;
  // A person may only know the name of a command group, as in `downpour changes shop`. A proposed command
  // with a similar name helps more than this hint.
  return isMain || hasProposal
    ? undefined
    : `${command.name()} needs one of its commands first: ${own.join(', ')}`;
}

/** Words for the same work. Each list contains the commands of Downpour for it. */
const synonyms: readonly (readonly string[])[] = [
  ['run', 'start', 'test', 'load', 'exec', 'execute', 'launch', 'bench', 'benchmark', 'attack'],
  ['validate', 'check', 'lint', 'verify'],
  ['runs', 'list', 'ls', 'history'],
  ['report', 'show', 'view', 'summary'],
  ['compare', 'diff'],
  ['import', 'convert', 'record'],
  ['init', 'add', 'create', 'new'],
  ['watch', 'status', 'follow', 'ps'],
  ['stop', 'kill', 'cancel', 'abort'],
  ['confirm', 'accept', 'ack', 'acknowledge', 'approve'],
  ['dismiss', 'mute', 'ignore', 'reject', 'silence'],
  ['remove', 'revoke', 'delete', 'rm'],
];

/** The commands that read a benchmark document. */
const takesDocument = new Set(['run', 'validate', 'plan']);

const optionHints: readonly (readonly [words: RegExp, hint: string])[] = [
  [
    /^(-[cdintu]\d*[smh]?|--(vus|users|clients|connections|concurrency|rate|rps|qps|arrival-rate|spawn-rate|duration|run-time|iterations|requests|number|loops|stages?|threads|ramp-?up))$/,
    'The document defines the load. Write for example `usersPerSec: !param RATE 10` there, and give another value with -P RATE=20',
  ],
  [
    /^(--host|--url|--target|--base-?url|-H)$/,
    'The document defines the target. Write for example `host: !param HOST http://localhost:8080` there, and give another value with -P HOST=...',
  ],
  [
    /^(-e|-D|-J|--env|--var|--variables?|--parameter|--set)$/,
    'To give a value to a !param of the document: -P NAME=VALUE',
  ],
  [
    /^(-o|--out|--output|--html|--report|--log|-l)$/,
    'To write a file: --json FILE, --junit FILE or --summary FILE. After the run, `downpour report last -o FILE.html` writes a page',
  ],
  [/^(-f|--file|--config|--script|--scenario)$/, 'Name the document without an option: downpour run FILE'],
];
