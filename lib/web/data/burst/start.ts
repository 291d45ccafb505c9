import { api } from '../api.ts';
import { Starter } from './burst-starter.ts';
import { type Judgement, judgeWith, type Order } from './judge-document.ts';

/** Judges a document as its start would. @throws ApiError */
export const judge = (order: Order, signal: AbortSignal): Promise<Judgement> => judgeWith(api, order, signal);

export const newStarter = (): Starter => new Starter(api);
