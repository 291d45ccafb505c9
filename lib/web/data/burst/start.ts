import { api } from '../api.ts';
import { Starter } from './burst-starter.ts';
import { type Judgement, judgeWith, type Order } from './judge-document.ts';

/**
 * Checks a document without a start, with the same result as a start.
 * @throws ApiError
 */
export const judge = (order: Order, signal: AbortSignal): Promise<Judgement> => judgeWith(api, order, signal);

export const newStarter = (): Starter => new Starter(api);
