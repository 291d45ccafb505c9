import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../../client/index.ts';
import { tryLabel } from '../../../data/schemas/datasets.ts';
import type { Definition } from '../../../data/schemas/definition.ts';
import type { Answer, Trial, Tryable } from './trial.ts';
import { isComplete, type Tried, triedOf } from './tried.ts';

/** Milliseconds after the last key until the label is computed. */
const typingMs = 400;
/** The most requests at the same time. */
const atOnce = 6;

/**
 * Computes a label for datasets while a person types. A new definition ends the requests for the one before,
 * so a late answer is never shown.
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
    const aborting = new AbortController();
    const tryOne = async (id: number): Promise<void> => {
      const answer = await answerOf(id, schema, definition, aborting.signal);
      if (!aborting.signal.aborted) setAnswers((known) => new Map(known).set(id, { question, ...answer }));
    };
    const tryAll = async (): Promise<void> => {
      const [first = 0, ...left] = ids;
      try {
        // A definition that the API refuses is refused for each dataset, so only one request is sent.
        await tryOne(first);
        const next = async (): Promise<void> => {
          for (let id = left.shift(); id !== undefined; id = left.shift()) await tryOne(id);
        };
        await Promise.all(Array.from({ length: atOnce }, next));
      } catch (error) {
        if (aborting.signal.aborted) return;
        fail({ question, error });
        aborting.abort();
      }
    };
    const timer = setTimeout(() => void tryAll(), isFirst.current ? 0 : typingMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
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
