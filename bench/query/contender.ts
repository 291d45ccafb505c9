import type { StoredDocument } from './document.ts';
import type { Question } from './question.ts';

export type Cost = { readonly cpuMs: number; readonly wallMs: number };

export type Measured = {
  /** The way in which the answer was found. */
  readonly way: string;
  /** Values of the answer, where they were counted; undefined also for a refusal. */
  readonly count?: number | undefined;
  /** The first answer of a process, with the start of the process. */
  readonly cold: Cost;
  /** The second answer of that process. */
  readonly warm?: Cost;
  /** Most memory of the process up to its first answer, in MiB. */
  readonly memoryMb: number;
  readonly bytesRead?: number;
};

export type Contender = {
  readonly name: string;
  /** Makes ready for a document; a sentence when it cannot hold it. */
  load(document: StoredDocument): Promise<string | undefined>;
  answer(question: Question, document: StoredDocument): Promise<readonly unknown[]>;
  measure(question: Question, document: StoredDocument): Promise<Measured>;
};

/** @throws when the contenders do not find the same values, in whatever order. */
export async function checkAgreement(
  contenders: readonly Contender[],
  questions: readonly Question[],
  document: StoredDocument,
): Promise<void> {
  for (const question of questions) {
    const answers = new Map<string, readonly string[]>();
    for (const contender of contenders) {
      const found = await contender.answer(question, document);
      answers.set(contender.name, found.map(canonical).toSorted());
    }
    const [[first, expected] = ['', []], ...others] = answers;
    for (const [name, found] of others) {
      if (found.join() === expected.join()) continue;
      const sample = (values: readonly string[]): string => values.join().slice(0, 100);
      const difference = `${first} finds ${sample(expected)}, ${name} finds ${sample(found)}`;
      throw new Error(`${question.jsonPath}: ${difference}`);
    }
  }
}

/** JSON with the members of objects in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
