/**
 * The process that runs the attacks, so that a query that hangs or kills its process does not affect the
 * test. It reports each attack before it runs it.
 */

import type { FilterQueryAnswer } from '../../../../lib/results/query/answer.ts';
import { Document } from '../../../../lib/results/query/document.ts';
import { rootOf } from '../../../../lib/results/query/jsonpath/json-path.ts';
import { queryLimits } from '../../../../lib/results/query/limits.ts';
import { filterQuery } from '../../../../lib/results/query/query-document.ts';
import type { Attack, Report, Task } from './attack.ts';
import { type DocumentName, documents } from './documents.ts';
import { fingerprint, nodesOf, surroundings, textOf } from './evidence.ts';

/** Milliseconds for a query in this test. */
const evaluationMs = 1000;

/** A value in the process that no document contains. */
const secret = 'f3a1c0de-not-in-any-document';

process.on('message', (tasks: readonly Task[]) => {
  Object.assign(globalThis, { secret });
  const before = surroundings();
  for (const [number, attack] of tasks) {
    report({ begins: number });
    report({ ended: number, ...attempt(attack, before) });
  }
  process.disconnect();
});

function report(one: Report): void {
  process.send?.(one);
}

type Outcome = Omit<Extract<Report, { ended: number }>, 'ended'>;

function attempt({ text, document: name = 'small' }: Attack, before: string): Outcome {
  const { document, print } = known(name);
  const bounds = { ...queryLimits, evaluationMs };
  const answer = filterQuery(text, { array: true, now: () => performance.now(), bounds }, document);
  const { valid, value, reason, sqlState } = answer.result;
  const told = `${value}${reason}`;
  const damage = [
    fingerprint(document.bytes) === print ? [] : 'the document has changed',
    surroundings() === before ? [] : 'the process has changed',
    [secret, '[native code]', process.version].some((one) => told.includes(one)) ? 'a secret is told' : [],
    strangers(answer, name),
  ].flat();
  return { state: valid ? 'value' : (sqlState ?? ''), reason: reason ?? '', damage };
}

type Known = { readonly document: Document; readonly print: string; readonly nodes: ReadonlySet<string> };
const read = new Map<DocumentName, Known>();

function known(name: DocumentName): Known {
  const found = read.get(name);
  if (found !== undefined) return found;
  const document = new Document(new TextEncoder().encode(documents[name]()));
  const nodes = name === 'small' || name === 'names' ? nodesOf(rootOf(document)) : new Set<string>();
  const made = { document, print: fingerprint(document.bytes), nodes };
  read.set(name, made);
  return made;
}

/** The matches of a JSONPath that are not values of the document. */
function strangers({ dialect, result }: FilterQueryAnswer, name: DocumentName): readonly string[] {
  const { nodes } = known(name);
  if (dialect !== 'jsonpath' || result.value === null || nodes.size === 0) return [];
  const matches = rootOf(new Document(new TextEncoder().encode(result.value))).values;
  const strange = matches.map(textOf).filter((match) => !nodes.has(match));
  return strange.map((match) => `${match} is not in the document`);
}
