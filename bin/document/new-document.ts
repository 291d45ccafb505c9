import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DownpourError } from '../../lib/errors.ts';
import type { Draft } from '../../lib/import/draft/draft.ts';
import type { Refusal } from '../../lib/import/refusal.ts';
import { project } from '../../lib/project.ts';
import { counted } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { quoted, typedCommand } from '../cli/shell-command.ts';
import { refuseInput } from '../files/output-file.ts';
import { writeText } from '../files/write-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { check } from './read-document.ts';

export type NewDocument = {
  readonly draft: Draft;
  /** The name of the document, and of its file when the user gives no file. */
  readonly name: string;
  /** The source of the document, for the comment `A benchmark ${from}`. */
  readonly from: string;
  /** The source file, which is never overwritten. */
  readonly source?: string;
};

export type Output = { readonly output?: string; readonly force?: boolean };

/**
 * Writes a document, or prints it for `-`, and shows the next commands.
 * @throws DownpourError (400) when the file exists.
 */
export async function writeNew(
  { draft, name, from, source }: NewDocument,
  { output, force }: Output,
  { out, err, environment }: Context,
): Promise<void> {
  const { writeDocument } = await import('../../lib/import/document/document.ts');
  const printed = output === '-';
  const file = printed || output === undefined ? `${name}.hf.yaml` : output;
  const call = typedCommand(environment);
  const word = quoted(file.startsWith('-') ? `./${file}` : file);
  const commands = [`${call} validate ${word}`, `${call} run ${word}${secretsOf(draft)}`] as const;
  const text = writeDocument(draft, {
    name,
    about: `A benchmark ${from}.`,
    schema: schemaFor(dirname(resolve(file))),
    commands: [`Check it: ${commands[0]}`, `Run it:   ${commands[1]}`],
  });
  warn([...draft.warnings, ...secretWarnings(draft)], err);
  await checkAccepted(file, text);
  if (source !== undefined && !printed) await refuseInput(file, { name: 'the document' }, [source]);
  if (printed) out.print(text);
  else await writeText(file, text, force ? 'w' : 'wx');
  const stream = printed ? err : out;
  stream.say(
    `${stream.paint.green('✓')} ${printed ? 'Printed a document, and wrote no file:' : `Wrote ${file}:`} ${contents(draft)}`,
  );
  stream.say(...nextCommands(draft, commands));
}

/** Rejects a new document that `downpour run` would reject, most likely because it has too many requests. */
async function checkAccepted(file: string, text: string): Promise<void> {
  const { plan, problems } = await check(file, text, { param: {} });
  if (plan !== undefined) return;
  const found = problems.find(({ severity }) => severity === 'error')?.message;
  const message = `${file} was not written, because Downpour could not run the document: ${found}; import fewer requests`;
  throw new DownpourError('SOURCE_REFUSED', 400, message);
}

export function warn(warnings: readonly string[], err: Terminal): void {
  err.say(...warnings.map((warning) => `${err.paint.yellow('warning:')} ${warning}`));
}

function secretWarnings({ secrets }: Draft): readonly string[] {
  return [...secrets].map(
    ([name, places]) =>
      `the new document does not contain the secret value of ${places.join(' and ')}: give the value with -P ${name}=... when you run the document`,
  );
}

function contents({ requests, sequences, targets }: Draft): string {
  const [first] = targets;
  const to = targets.length === 1 ? `to ${first?.origin}` : `to ${counted(targets.length, 'target')}`;
  const within = sequences.length === 1 ? '' : ` in ${counted(sequences.length, 'sequence')}`;
  return `${counted(requests.length, 'request')}${within} ${to}, for 2 users per second`;
}

/**
 * The options `-P` of a command for the secrets of a document. They read secrets from the environment, so
 * that no secret is in the history of the shell or in the list of processes.
 */
const secretsOf = ({ secrets }: Draft): string => [...secrets.keys()].map((name) => ` -P ${name}`).join('');

/** The commands for the next steps. */
function nextCommands({ secrets }: Draft, commands: readonly string[]): readonly string[] {
  const also = secrets.size === 0 ? '' : ' with the secrets in environment variables';
  return ['', `Check the document, then run it${also}:`, ...commands.map((command) => `  ${command}`)];
}

/**
 * The path of the schema for editors. It is relative when the document and the schema are in the same tree,
 * so that both can be moved. Otherwise it is a file URL.
 */
function schemaFor(folder: string): string {
  const schema = join(project, 'schema', 'editor.schema.json');
  const path = relative(folder, schema).split(sep).join('/');
  const isFar = path.startsWith('../../../') || /\s|^[A-Za-z]:/.test(path);
  if (isFar) return pathToFileURL(schema).href;
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * The error about a source in one line, with the file, the line and the column in the form that editors link.
 */
export function refusedSource(file: string, refusal: Refusal): DownpourError {
  const { position, message } = refusal;
  const where = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return new DownpourError('SOURCE_REFUSED', 400, `${where}${position === undefined ? ':' : ''} ${message}`, {
    cause: refusal,
  });
}

/**
 * The name of a file without folder and extensions: `exports/Shop API.postman_collection.json` becomes `Shop
 * API`.
 */
export function stemOf(file: string): string {
  return basename(file).replace(/(\.(har|json|ya?ml|txt|sh|bat|cmd|curl|postman_collection|openapi))+$/i, '');
}
