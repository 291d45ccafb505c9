import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { sourceOf } from './event.ts';

/** The result of a check: an answer that rejects the request, or the name of the caller. */
export type Judgement = { readonly refusal: Answer } | { readonly caller: string };

/** Checks the caller of a request by the headers. */
export type Judge = (request: IncomingMessage) => Promise<Judgement>;

const lastsMs = 1000;

/**
 * Wraps a check so that it runs at most once a second for each caller. So many requests of one caller cost no
 * more than one.
 */
export function sharedJudge(judge: Judge, keyHeader: string): Judge {
  const judgements = new Map<string, Promise<Judgement>>();
  return (request) => {
    const caller = callerOf(request, keyHeader);
    const known = judgements.get(caller);
    if (known) return known;
    const judgement = judge(request);
    judgements.set(caller, judgement);
    setTimeout(() => judgements.delete(caller), lastsMs).unref();
    return judgement;
  };
}

/** Identifies a caller by its unchecked key or credentials, or else by its address. */
export function callerOf(request: IncomingMessage, keyHeader: string): string {
  const credential = credentialHeaders(keyHeader).find((name) => request.headers[name] !== undefined);
  return credential === undefined
    ? `from ${sourceOf(request)}`
    : `with ${credential} ${request.headers[credential]}`;
}

/** The headers with credentials, in the order in which the functions of the API use them. */
export const credentialHeaders = (keyHeader: string): readonly string[] => [
  keyHeader,
  'authorization',
  'authentication',
];
