import type { StoredDocument } from './document.ts';
import type { Question } from './question.ts';

export type Cost = { readonly cpuMs: number; readonly wallMs: number };

export type Measured = {
  /** The method that found the answer. */
  readonly way: string;
  /** The number of values in the answer, when it was counted; undefined also after an error. */
  readonly count?: number | undefined;
  /** The cost of the first answer of a process, with the start of the process. */
  readonly cold: Cost;
  /** The cost of the second answer of the same process. */
  readonly warm?: Cost;
  /** The maximum memory of the process up to its first answer, in MiB. */
  readonly memoryMb: number;
  readonly bytesRead?: number;
};

export type Contender = {
  readonly name: string;
  /**
   * Loads a document into the query engine that is compared. Returns the reason when the engine cannot store
   * the document.
   */
  load(document: StoredDocument): Promise<string | undefined>;
  answer(question: Question, document: StoredDocument): Promise<readonly unknown[]>;
  measure(question: Question, document: StoredDocument): Promise<Measured>;
};

/** @throws when the contenders do not find the same values, in any order. */
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

/** JSON text with the members of objects in a fixed order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
