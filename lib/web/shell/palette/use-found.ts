import { useEffect, useState } from 'preact/hooks';
import { askAfter } from '../../components/ask-after.ts';
import { find } from '../../data/lists/find.ts';
import type { Found, Wanted } from '../../data/lists/found.ts';
import type { Meaning } from './meaning.ts';

/** The pause after the last key in milliseconds. */
export const findAfterMs = 150;

const none: Found = { runs: [], tests: [], schemas: [] };

/** The answer of the lists for the present text. Undefined: it has not come. A late answer is dropped. */
export function useFound(meaning: Meaning): Found | undefined {
  const wanted = wantedBy(meaning);
  const question = JSON.stringify(wanted);
  const [answer, keep] = useState<{ readonly of: string; readonly found: Found }>();
  useEffect(() => {
    if (wanted === undefined) return;
    return askAfter(findAfterMs, (signal) => find(wanted, signal), {
      answered: (found) => keep({ of: question, found }),
      failed: (error) => {
        throw error;
      },
    });
  }, [question]);
  if (wanted === undefined) return none;
  return answer?.of === question ? answer.found : undefined;
}

/** The records to search for with a text. Undefined: the text needs no search. */
function wantedBy(meaning: Meaning): Wanted | undefined {
  if (meaning.kind === 'id') return { id: meaning.id, words: [] };
  if (meaning.kind !== 'words') return undefined;
  const { words, day } = meaning;
  return { words, ...(day !== undefined && { day }) };
}
