import type { BurstForecast, BurstRefusal } from '../../../api.generated.ts';
import { ApiError, type Tree } from '../../../client/index.ts';

/** The answer of the API to a document: its plan, or all of its problems. */
export type Judgement = BurstForecast | BurstRefusal;

/** A document and the values that a person has entered for a burst. */
export type Order = {
  readonly document: string;
  readonly parameters: Readonly<Record<string, string>>;
};

export const isRefusal = (judgement: Judgement): judgement is BurstRefusal => 'code' in judgement;

/** Whether a document has an error, with which Downpour would refuse it. */
export const isRefused = (body: unknown): body is BurstRefusal =>
  Object(body).code === 'BENCHMARK_REFUSED' && Array.isArray(Object(body).problems);

/**
 * Checks a document without a start, with the same result as a start.
 * @throws ApiError
 */
export async function judgeWith(api: Tree, order: Order, signal: AbortSignal): Promise<Judgement> {
  try {
    const answer = await api.burst.post({ body: { ...order, dryRun: true }, signal, isRepeatable: false });
    // The cast is safe, because a dry run gets only this type of answer.
    return answer as BurstForecast;
  } catch (error) {
    if (error instanceof ApiError && isRefused(error.body)) return error.body;
    throw error;
  }
}
