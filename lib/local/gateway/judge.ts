import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';

/** Checks the caller of a request by the headers. Undefined: the body may be read. */
export type Judge = (request: IncomingMessage) => Promise<Answer | undefined>;

const lastsMs = 1000;

/**
 * Wraps a check so that it runs at most once a second for each caller. So many requests of one caller cost no
 * more than one.
 */
export function sharedJudge(judge: Judge): Judge {
  const judgements = new Map<string, Promise<Answer | undefined>>();
  return (request) => {
    const caller = callerOf(request);
    const known = judgements.get(caller);
    if (known) return known;
    const judgement = judge(request);
    judgements.set(caller, judgement);
    setTimeout(() => judgements.delete(caller), lastsMs).unref();
    return judgement;
  };
}

/** Identifies a caller by its key or credentials, or else by its address. */
export function callerOf({ headers, socket }: IncomingMessage): string {
  const key = Object.keys(headers).find((name) => name.endsWith('-api-key'));
  const credential = key === undefined ? (headers.authorization ?? headers.authentication) : headers[key];
  return credential === undefined ? `from ${socket.remoteAddress}` : `with ${credential}`;
}
