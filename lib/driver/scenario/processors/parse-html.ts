import type { Path } from '../../document/problem.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import { bodyOf, booleanOf, integerOf, pairsOf, textOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import { HtmlAttributes, htmlTokenizer } from '../html/attributes.ts';
import { type Choice, ChosenTag } from '../html/chosen-tag.ts';
import { embeddedResources } from '../html/embedded-resources.ts';
import type { ProcessorKind } from '../kind.ts';
import { scenarios } from '../limits.ts';
import type { Scope } from '../scope.ts';
import type { QueueBody } from './queue.ts';
import { compileTargets, parseTargets } from './targets.ts';

type TagAttribute = Omit<Choice, 'where'> &
  Partial<Pick<Choice, 'where'>> & { readonly targets: readonly Part[] };
type EmbeddedResource = {
  readonly ignoreExternal: boolean;
  readonly targets: readonly Part[];
  /** The queue that downloads them. */
  readonly fetch: readonly Part[];
};
type Body = { readonly onTagAttribute?: TagAttribute; readonly onEmbeddedResource?: EmbeddedResource };

export const parseHtml: ProcessorKind<Body> = {
  name: 'parseHtml',
  summary:
    'Looks for attributes in HTML as it arrives: one of a tag, which other attributes may choose (`where`), or those that name the resources of a page.',
  example: 'parseHtml: { onTagAttribute: { tag: form, attribute: action, toVar: action } }',
  cost: 'Reads the page once as it arrives: linear in its bytes; each attribute that is found is a text, and for a resource a URL.',
  atError: `HTML is never an error, and broken tags find nothing; an attribute of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is one.`,
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    if (body.onTagAttribute === undefined && body.onEmbeddedResource === undefined) {
      scope.findings.error(at, 'parseHtml needs onTagAttribute or onEmbeddedResource');
      return undefined;
    }
    const onTagAttribute = parseTagAttribute(body.onTagAttribute, [...at, 'onTagAttribute'], scope);
    const onEmbeddedResource = parseEmbedded(body.onEmbeddedResource, [...at, 'onEmbeddedResource'], scope);
    if (onTagAttribute === 'refused' || onEmbeddedResource === 'refused') return undefined;
    return {
      ...(onTagAttribute === undefined ? {} : { onTagAttribute }),
      ...(onEmbeddedResource === undefined ? {} : { onEmbeddedResource }),
    };
  },
  compile({ onTagAttribute, onEmbeddedResource }, compiler) {
    compiler.environment.load(htmlTokenizer.load());
    const forTag = compileTargets(onTagAttribute?.targets ?? [], compiler);
    const { ignoreExternal = true, targets = [], fetch = [] } = onEmbeddedResource ?? {};
    const [forResource, forFetch] = [compileTargets(targets, compiler), compileTargets(fetch, compiler)];
    const known = compiler.environment.pools.list.map((pool) => pool.target);
    return () => {
      const chosen =
        onTagAttribute && new ChosenTag({ ...onTagAttribute, where: onTagAttribute.where ?? [] }, forTag());
      const watched = [
        ...(chosen?.watched ?? []),
        ...(targets.length > 0 ? embeddedResources(known, ignoreExternal, forResource()) : []),
        // Nothing but the targets of a benchmark gets requests.
        ...(fetch.length > 0 ? embeddedResources(known, true, forFetch()) : []),
      ];
      return new HtmlAttributes(watched, () => chosen?.tagEnd());
    };
  },
};

function parseTagAttribute(raw: unknown, at: Path, scope: Scope): TagAttribute | undefined | 'refused' {
  if (raw === undefined) return undefined;
  const body = bodyOf(raw) ?? {};
  const [tag, attribute] = [textOf(body.tag), textOf(body.attribute)];
  const where = pairsOf(body.where).map(
    ([name, value]) => [name.toLowerCase(), textOf(value) ?? ''] as const,
  );
  const targets = parseTargets(body, at, scope);
  if (!tag || !attribute) scope.findings.error(at, 'onTagAttribute needs tag and attribute');
  if (!tag || !attribute || targets === undefined) return 'refused';
  const choice = where.length === 0 ? {} : { where };
  return { tag: tag.toLowerCase(), attribute: attribute.toLowerCase(), ...choice, targets };
}

function parseEmbedded(raw: unknown, at: Path, scope: Scope): EmbeddedResource | undefined | 'refused' {
  if (raw === undefined) return undefined;
  const body = bodyOf(raw) ?? {};
  const targets = scope.parseParts('processor', body.processor, [...at, 'processor']);
  const fetch = parseFetch(body.fetchResource, [...at, 'fetchResource'], scope);
  if (body.processor === undefined && body.fetchResource === undefined)
    scope.findings.error(at, 'onEmbeddedResource needs processor or fetchResource');
  if (fetch === 'refused' || targets.length + fetch.length === 0) return 'refused';
  return { ignoreExternal: booleanOf(body.ignoreExternal, true), targets, fetch };
}

/** A queue that runs a sequence of its own for each resource: one request. */
function parseFetch(raw: unknown, at: Path, scope: Scope): readonly Part[] | 'refused' {
  if (raw === undefined) return [];
  const body = bodyOf(raw) ?? {};
  const onCompletion = scope.parseParts('action', body.onCompletion, [...at, 'onCompletion']);
  const maxSize = integerOf(body.maxResources) ?? 0;
  const concurrency = integerOf(body.concurrency ?? 8) ?? 0;
  const isCount = (count: number): boolean => count >= 1 && count <= scenarios.atOnceUserMax;
  if (!isCount(maxSize) || !isCount(concurrency)) {
    const range = `from 1 to ${scenarios.atOnceUserMax}`;
    scope.findings.error(at, `fetchResource needs maxResources, and it and concurrency are ${range}`);
    return 'refused';
  }
  const prefix = `${scope.sequence}_fetchResources`;
  const metric = body.metric ?? prefix;
  const variable = scope.sequences.generates(
    prefix,
    (name) => [{ httpRequest: { GET: { fromVar: `${name}[.]` }, metric } }],
    at,
  );
  scope.writesVariable(variable, 'object', at);
  const sequence = scope.queuesSequence(variable, concurrency, at);
  if (sequence === undefined) return 'refused';
  const queue: QueueBody = { variable, maxSize, concurrency, sequence, format: 'STRING', onCompletion };
  return [{ kind: 'queue', body: queue }];
}
