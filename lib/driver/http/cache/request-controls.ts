import { type Directives, noDirectives, parseDirectives } from './directives.ts';

/** The demands of a request on the cache, from the headers that the document sets. */
export type RequestControls = {
  readonly directives: Directives;
  /** The value of `if-none-match`: entity tags that the author of the document names. */
  readonly ifNoneMatch: string | undefined;
  /** The request has a condition already, so the cache adds none. */
  readonly conditional: boolean;
  /** Only the target can judge its condition (RFC 9111 section 4.3.2). */
  readonly forTarget: boolean;
};

/** The controls of a request without such headers. */
export const noControls: RequestControls = {
  directives: noDirectives,
  ifNoneMatch: undefined,
  conditional: false,
  forTarget: false,
};

const conditions = ['if-none-match', 'if-modified-since', 'if-range'];
const conditionsForTarget = ['if-match', 'if-unmodified-since'];
const directing = ['cache-control', 'pragma', ...conditions, ...conditionsForTarget];

/** A header of this name may ask something of the cache. */
export const controlsCache = (name: string): boolean => directing.includes(name.toLowerCase());

/** `header` gives the value of a request header by its name in lower case. */
export function controlsOf(header: (name: string) => string | undefined): RequestControls {
  const control = header('cache-control');
  const pragma = control === undefined && header('pragma')?.trim().toLowerCase() === 'no-cache';
  const forTarget = conditionsForTarget.some((name) => header(name) !== undefined);
  return {
    directives: pragma ? { ...noDirectives, noCache: true } : parseDirectives(control ?? ''),
    ifNoneMatch: header('if-none-match'),
    conditional: forTarget || conditions.some((name) => header(name) !== undefined),
    forTarget,
  };
}
