import { api } from '../api.ts';
import { type Judgement, judgeWith, type Order, Starter } from './starter.ts';

/** Judges a document as its start would. @throws ApiError */
export const judge = (order: Order, signal: AbortSignal): Promise<Judgement> => judgeWith(api, order, signal);

export const newStarter = (): Starter => new Starter(api);
