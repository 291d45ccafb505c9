import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../../client/index.ts';
import { askAfter } from '../../../components/ask-after.ts';
import { tryLabel } from '../../../data/schemas/datasets.ts';
import type { Definition } from '../../../data/schemas/label-definition.ts';
import { isComplete, type Tried, triedOf } from './parse-preview.ts';
import type { Answer, Trial, Tryable } from './trial.ts';
import { tryEach } from './try-each.ts';

/** Milliseconds after the last key until the label is computed. */
const typingMs = 400;

/**
 * Computes a label for datasets while a person types. A new definition cancels the requests for the previous
 * one, so a late answer is never shown.
 */
export function useTrial(schema: number, definition: Definition, datasets: readonly Tryable[]): Trial {
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(new Map());
  const [failed, fail] = useState<{ readonly question: string; readonly error: unknown }>();
  const [tries, count] = useState(0);
  const isFirst = useRef(true);
  const { extractors, function: code } = definition;
  const ids = datasets.map(({ id }) => id);
  const question = isComplete(definition) ? JSON.stringify([extractors, code]) : undefined;
  useEffect(() => {
    fail(undefined);
    if (question === undefined || ids.length === 0) return;
    const end = askAfter(
      isFirst.current ? 0 : typingMs,
      (signal) =>
        tryEach(
          ids,
          (id) => answerOf(id, schema, definition, signal),
          (id, answer) => setAnswers((known) => new Map(known).set(id, { question, ...answer })),
          signal,
        ),
      { answered: () => undefined, failed: (error) => fail({ question, error }) },
    );
    isFirst.current = false;
    return end;
  }, [schema, question, ids.join(), tries]);
  return {
    answers,
    question,
    error: failed?.question === question ? failed?.error : undefined,
    retry: () => count(tries + 1),
  };
}

/** @throws ApiError unless the error is about this dataset only. */
async function answerOf(
  id: number,
  schema: number,
  definition: Definition,
  signal: AbortSignal,
): Promise<{ readonly tried: Tried } | { readonly reason: string }> {
  try {
    return { tried: triedOf(await tryLabel(id, schema, definition, signal), definition) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'DATASET_NOT_FOUND') return { reason: error.message };
    throw error;
  }
}
