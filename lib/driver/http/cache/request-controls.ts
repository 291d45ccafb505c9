import { type Directives, noDirectives, parseDirectives } from './directives.ts';

/** The directives of a request for the cache, from the headers that the document sets. */
export type RequestControls = {
  readonly directives: Directives;
  /** The value of `if-none-match`: entity tags that the author of the document names. */
  readonly ifNoneMatch: string | undefined;
  /** True when the request already has a condition, so that the cache adds none. */
  readonly conditional: boolean;
  /** True when only the target can judge the condition of the request (RFC 9111 section 4.3.2). */
  readonly forTarget: boolean;
};

/** The controls of a request that has none of these headers. */
export const noControls: RequestControls = {
  directives: noDirectives,
  ifNoneMatch: undefined,
  conditional: false,
  forTarget: false,
};

const conditions = ['if-none-match', 'if-modified-since', 'if-range'];
const conditionsForTarget = ['if-match', 'if-unmodified-since'];
const directing = ['cache-control', 'pragma', ...conditions, ...conditionsForTarget];

/** True for the name of a header that can control the cache. */
export const controlsCache = (name: string): boolean => directing.includes(name.toLowerCase());

/** Reads the controls of a request. `header` returns a request header by its name in lower case. */
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
