import { useEffect, useState } from 'preact/hooks';
import { askAfter } from '../../components/ask-after.ts';
import type { Judgement, Order } from '../../data/burst/judge-document.ts';
import { judge } from '../../data/burst/start.ts';
import { givenTo, type Judged, type Needs, needsIn } from './readiness.ts';

/** The judgement of the API about the document that the person writes. */
export type Check = Judged & {
  /** The document with the values that it needs. */
  readonly order: Order;
  readonly needs: Needs;
  /** Sends the document for a check again, after an error. */
  readonly again: () => void;
  /** Stores the judgement that the API has given at a start. */
  readonly take: (judgement: Judgement) => void;
};

/** The pause after the last key in milliseconds. */
export const checkAfterMs = 400;

type Found = Pick<Check, 'judgement' | 'error' | 'needs'> & { readonly of?: string };

/**
 * Lets the API check a document, a moment after the person has stopped typing. An answer about an earlier
 * text is ignored.
 * @param values the entered values of parameters, including parameters that the text no longer has.
 */
export function useCheck(document: string, values: Readonly<Record<string, string>>): Check {
  const [found, setFound] = useState<Found>({ needs: { parameters: [], files: [] } });
  const [tries, count] = useState(0);
  const order = { document, parameters: givenTo(found.needs.parameters, values) };
  const present = JSON.stringify(order);
  const take = (judgement: Judgement): void =>
    setFound(({ needs }) => ({ judgement, of: present, needs: needsIn(judgement, needs) }));
  useEffect(() => {
    if (document.trim() === '') return;
    return askAfter(checkAfterMs, (signal) => judge(order, signal), {
      answered: take,
      failed: (error) => setFound(({ needs }) => ({ error, of: present, needs })),
    });
  }, [present, tries]);
  return { ...found, order, isPresent: found.of === present, again: () => count(tries + 1), take };
}
