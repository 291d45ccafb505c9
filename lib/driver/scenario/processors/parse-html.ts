import { mapping } from '../../declaration/body.ts';
import { type BodyOf, orNone, required, withDefault } from '../../declaration/field.ts';
import { count, flag, name, unread } from '../../declaration/scalars.ts';
import { membersOf, textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import { actions, processors } from '../declaration/nested-kinds.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Part } from '../groups.ts';
import { HtmlAttributes, htmlTokenizer } from '../html/attributes.ts';
import { type Choice, ChosenTag } from '../html/chosen-tag.ts';
import { embeddedResources } from '../html/embedded-resources.ts';
import { processor } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { metricName } from '../metric.ts';
import type { Scope } from '../scope.ts';
import { compileTargets, targets } from './data/targets.ts';
import type { QueueBody } from './queue.ts';

const lowerName = (description: string, example: string): ScopedField<string, false> => ({
  ...name(description, example),
  parse: (raw) => textOf(raw)?.toLowerCase() || undefined,
});

const where: ScopedField<Choice['where'], false> = {
  schema: {
    title: 'a mapping of attribute to value',
    description:
      'Takes the attribute only from tags with these other attributes and values. The tag must have all of them, exactly as written here, before or after the attribute.',
    type: 'object',
    minProperties: 1,
    additionalProperties: {
      title: 'the value of an attribute',
      description: 'Value of this attribute.',
      type: ['string', 'number', 'boolean'],
    },
    examples: [{ name: '_csrf' }],
  },
  always: false,
  parse: (raw, at) =>
    membersOf(raw, at).map(([key, value]) => [key.toLowerCase(), textOf(value) ?? ''] as const),
};

const onTagAttribute = mapping(
  'Takes one attribute of a tag.',
  {
    tag: required(lowerName('Name of the tag.', 'form')),
    attribute: required(lowerName('Name of the attribute.', 'action')),
    where,
    targets: targets({
      one: 'value',
      many: 'values',
      variable: 'action',
      array: 'actions',
      processor: [{ count: 'forms' }],
    }),
  },
  { tag: 'form', attribute: 'action', toVar: 'action' },
);

/**
 * The members of the queue that fetches each resource of a page. The queue runs a sequence with one request.
 */
const fetchFields = {
  maxResources: required(
    count(scenarios.atOnceUserMax, 'Largest number of resources that wait for their download.', 20),
  ),
  concurrency: withDefault(
    8,
    count(scenarios.atOnceUserMax, 'Largest number of downloads at the same time.', 4),
  ),
  metric: unread(metricName().schema),
  onCompletion: orNone(actions('Actions after the last download.', [{ log: 'all fetched' }])),
};
const fetch = mapping('Downloads every resource.', fetchFields, { maxResources: 20 });
const fetchResource: ScopedField<readonly Part[], false> = {
  ...fetch,
  parse(raw, at, scope) {
    const body = fetch.parse(raw, at, scope);
    return body === undefined ? undefined : fetchQueue(body, at, scope);
  },
};

const resource = mapping(
  'Takes the resources that the page embeds, such as images and scripts.',
  {
    ignoreExternal: withDefault(
      true,
      flag('True skips resources of hosts that are not targets of this benchmark.', false),
    ),
    processor: processors('Processors of the URL of each resource.', [{ array: 'urls[20]' }]),
    fetchResource,
  },
  { fetchResource: { maxResources: 20 } },
);
const onEmbeddedResource: typeof resource = {
  ...resource,
  parse(raw, at, scope) {
    const body = resource.parse(raw, at, scope);
    if (body?.processor !== undefined || body?.fetchResource !== undefined) return body;
    if (body !== undefined) scope.findings.error(at, 'onEmbeddedResource needs processor or fetchResource');
    return undefined;
  },
};

export const parseHtml = processor({
  name: 'parseHtml',
  summary:
    'Finds attributes in HTML as it arrives: one attribute of a tag (`where` restricts the tags), or the attributes that name the resources of a page.',
  example: 'parseHtml: { onTagAttribute: { tag: form, attribute: action, toVar: action } }',
  cost: 'Reads the page once as it arrives: linear in its bytes. Each attribute that is found is a text, and for a resource a URL.',
  atError: `Broken HTML is not an error, and broken tags are skipped. An attribute of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  fields: { onEmbeddedResource, onTagAttribute },
  check(body, at, scope) {
    if (body.onTagAttribute !== undefined || body.onEmbeddedResource !== undefined) return body;
    scope.findings.error(at, 'parseHtml needs onTagAttribute or onEmbeddedResource');
    return undefined;
  },
  compile({ onTagAttribute, onEmbeddedResource }, compiler) {
    compiler.environment.load(htmlTokenizer.load());
    const forTag = compileTargets(onTagAttribute?.targets ?? [], compiler);
    const {
      ignoreExternal = true,
      processor: targets = [],
      fetchResource: fetch = [],
    } = onEmbeddedResource ?? {};
    const [forResource, forFetch] = [compileTargets(targets, compiler), compileTargets(fetch, compiler)];
    const known = compiler.environment.pools.list.map((pool) => pool.target);
    return () => {
      const chosen =
        onTagAttribute && new ChosenTag({ ...onTagAttribute, where: onTagAttribute.where ?? [] }, forTag());
      const watched = [
        ...(chosen?.watched ?? []),
        ...(targets.length > 0 ? embeddedResources(known, ignoreExternal, forResource()) : []),
        // A resource is fetched only if its host is a target of the benchmark.
        ...(fetch.length > 0 ? embeddedResources(known, true, forFetch()) : []),
      ];
      return new HtmlAttributes(watched, () => chosen?.tagEnd());
    };
  },
});

function fetchQueue(
  { maxResources: maxSize, concurrency, metric: own, onCompletion }: BodyOf<typeof fetchFields>,
  at: Path,
  scope: Scope,
): readonly Part[] | undefined {
  const prefix = `${scope.sequence}_fetchResources`;
  const metric = own ?? prefix;
  const variable = scope.sequences.generates(
    prefix,
    (name) => [{ httpRequest: { GET: { fromVar: `${name}[.]` }, metric } }],
    at,
  );
  scope.writesVariable(variable, 'object', at);
  const sequence = scope.queuesSequence(variable, concurrency, at);
  if (sequence === undefined) return undefined;
  const queue: QueueBody = { variable, maxSize, concurrency, sequence, format: 'STRING', onCompletion };
  return [{ kind: 'queue', body: queue }];
}
