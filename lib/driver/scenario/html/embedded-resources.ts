import { baseOf, targetByUrl } from '../../http/find-target.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Processor } from '../../model/handlers.ts';
import type { WatchedAttribute } from './attributes.ts';
import { linkedResources } from './linked-resources.ts';

const attributes = [
  ['img', 'src'],
  ['embed', 'src'],
  ['frame', 'src'],
  ['iframe', 'src'],
  ['object', 'data'],
  ['script', 'src'],
] as const;

/**
 * The attributes that name resources of a page, such as images. `target` receives the URL of each resource,
 * in a form that a request can use. URLs are relative to the first `<base href>` before them, or else to the
 * page. Use the result for only one page at a time.
 */
export function embeddedResources(
  targets: readonly Target[],
  ignoreExternal: boolean,
  target: Processor,
): readonly WatchedAttribute[] {
  let base: string | undefined;
  const ofBase: Processor = {
    begin: () => {
      base = undefined;
    },
    data(session, _sequence, bytes) {
      base ??= baseOf(bytes.toString('utf8'), session.currentRequest?.url);
    },
  };
  const resolved: Processor = {
    begin: (session, sequence) => target.begin?.(session, sequence),
    data(session, sequence, bytes) {
      const page = base ?? session.currentRequest?.url;
      const url = resolve(bytes.toString('utf8'), page, targets, ignoreExternal);
      if (url !== undefined) target.data(session, sequence, Buffer.from(url), true);
    },
    end: (session, sequence) => target.end?.(session, sequence),
    abort: (session, sequence) => target.abort?.(session, sequence),
  };
  return [
    ...attributes.map(([tag, attribute]) => ({ tag, attribute, target: resolved })),
    ...linkedResources(resolved),
    { tag: 'base', attribute: 'href', target: ofBase },
  ];
}

/**
 * The URL of a resource: a path of the default target, or a whole URL for another host. Undefined for a
 * resource that is not fetched over HTTP. With `ignoreExternal`, also undefined for hosts that are not
 * targets.
 */
function resolve(
  written: string,
  page: string | undefined,
  targets: readonly Target[],
  ignoreExternal: boolean,
): string | undefined {
  if (written.trim() === '') return undefined;
  const url = URL.parse(written, page);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const path = `${url.pathname}${url.search}`;
  const lookup = targetByUrl(targets, url.origin);
  if ('found' in lookup && lookup.found[0].isDefault) return path;
  return 'problem' in lookup && ignoreExternal ? undefined : `${url.origin}${path}`;
}
