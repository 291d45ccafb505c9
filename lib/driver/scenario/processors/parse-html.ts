import type { Path } from '../../document/problem.ts';
import { bodyOf, booleanOf, textOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import { HtmlAttributes } from '../html/attributes.ts';
import { embeddedResources } from '../html/embedded-resources.ts';
import type { ProcessorKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { compileTargets, parseTargets } from './targets.ts';

type TagAttribute = { readonly tag: string; readonly attribute: string; readonly targets: readonly Part[] };
type EmbeddedResource = { readonly ignoreExternal: boolean; readonly targets: readonly Part[] };
type Body = { readonly onTagAttribute?: TagAttribute; readonly onEmbeddedResource?: EmbeddedResource };

export const parseHtml: ProcessorKind<Body> = {
  name: 'parseHtml',
  summary:
    'Looks for attributes in HTML as it arrives: one of a tag, or those that name the resources of a page.',
  example: 'parseHtml: { onTagAttribute: { tag: form, attribute: action, toVar: action } }',
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
    const forTag = onTagAttribute && compileTargets(onTagAttribute.targets, compiler);
    const forResource = onEmbeddedResource && compileTargets(onEmbeddedResource.targets, compiler);
    const targets = compiler.environment.pools.list.map((pool) => pool.target);
    return () =>
      new HtmlAttributes([
        ...(onTagAttribute && forTag ? [{ ...onTagAttribute, target: forTag() }] : []),
        ...(onEmbeddedResource && forResource
          ? embeddedResources(targets, onEmbeddedResource.ignoreExternal, forResource())
          : []),
      ]);
  },
};

function parseTagAttribute(raw: unknown, at: Path, scope: Scope): TagAttribute | undefined | 'refused' {
  if (raw === undefined) return undefined;
  const body = bodyOf(raw) ?? {};
  const [tag, attribute] = [textOf(body.tag), textOf(body.attribute)];
  const targets = parseTargets(body, at, scope);
  if (!tag || !attribute) scope.findings.error(at, 'onTagAttribute needs tag and attribute');
  if (!tag || !attribute || targets === undefined) return 'refused';
  return { tag: tag.toLowerCase(), attribute: attribute.toLowerCase(), targets };
}

function parseEmbedded(raw: unknown, at: Path, scope: Scope): EmbeddedResource | undefined | 'refused' {
  if (raw === undefined) return undefined;
  const body = bodyOf(raw) ?? {};
  scope.refuseNotBuilt(body, ['fetchResource'], at);
  const targets = scope.parseParts('processor', body.processor, [...at, 'processor']);
  if (body.processor === undefined && body.fetchResource === undefined)
    scope.findings.error(at, 'onEmbeddedResource needs processor or fetchResource');
  if (body.processor === undefined) return 'refused';
  return { ignoreExternal: booleanOf(body.ignoreExternal, true), targets };
}
