import { type Directives, noDirectives, parseDirectives } from './directives.ts';

/** The headers of a request that control the client cache, as the document sets them. */
export type RequestControls = {
  readonly directives: Directives;
  /** The value of the header `if-none-match`: entity tags that the document names. */
  readonly ifNoneMatch: string | undefined;
  /** True when the request already has a condition, such as `if-none-match`. The cache then adds none. */
  readonly conditional: boolean;
  /** True when only the target can evaluate the condition of the request (RFC 9111 section 4.3.2). */
  readonly forTarget: boolean;
};

/** The controls of a request without any header that controls the cache. */
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

/**
 * Reads the headers of a request that control the cache. `header` returns a request header by its name in
 * lower case.
 */
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
