import type { Processor } from '../../model/handlers.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import type { WatchedAttribute } from './attributes.ts';

/**
 * Watches the `href` of each `<link>` that a browser loads together with its page, such as a stylesheet. A
 * link to another page, such as the canonical or the next page, is left out. `rel` may come after `href`, so
 * `target` receives the value at the end of the tag.
 */
export function linkedResources(target: Processor): readonly WatchedAttribute[] {
  let href: Buffer | undefined;
  let isLoaded = true;
  let receiver: readonly [Session, RunningSequence] | undefined;
  const clear = (): void => {
    href = undefined;
    isLoaded = true;
    receiver = undefined;
  };
  const ofHref: Processor = {
    begin: clear,
    data(session, sequence, bytes) {
      href ??= Buffer.from(bytes);
      receiver = [session, sequence];
    },
    abort: clear,
  };
  const ofRel: Processor = {
    data(_session, _sequence, bytes) {
      isLoaded = isLoadedRelation(bytes.toString('utf8'));
    },
  };
  const tagEnd = (): void => {
    const [found, to] = [isLoaded ? href : undefined, receiver];
    clear();
    if (found !== undefined && to !== undefined) target.data(...to, found, true);
  };
  return [
    { tag: 'link', attribute: 'href', target: ofHref, tagEnd },
    { tag: 'link', attribute: 'rel', target: ofRel },
  ];
}

/**
 * The values of `rel` whose links a browser loads (HTML, "link types"). A link without `rel` counts as such a
 * link, as in the original driver.
 */
const loaded: ReadonlySet<string> = new Set([
  ...['stylesheet', 'icon', 'manifest'],
  ...['preload', 'modulepreload', 'prefetch'],
]);

const isLoadedRelation = (rel: string): boolean =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .some((relation) => loaded.has(relation));
