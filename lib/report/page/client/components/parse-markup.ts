import type { Html } from '../../html.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Makes nodes from markup of the report's own functions. This code parses the markup, because a policy of the
 * page may forbid scripts to pass markup to the browser. A text is never read as markup.
 */
export function nodesOf({ text }: Html): readonly Node[] {
  const root = document.createDocumentFragment();
  let parent: Element | DocumentFragment = root;
  for (const [, tag, closing, words] of text.matchAll(/<([^/>][^>]*)>|<(\/)[^>]*>|([^<]+)/g)) {
    if (closing !== undefined) parent = parent.parentElement ?? root;
    else if (words !== undefined) parent.append(plain(words));
    else if (tag !== undefined) {
      const made = elementOf(tag, parent);
      parent.append(made);
      if (!tag.endsWith('/')) parent = made;
    }
  }
  return [...root.childNodes];
}

function elementOf(tag: string, parent: Element | DocumentFragment): Element {
  const name = /^[\w-]+/.exec(tag)?.[0] ?? '';
  const isSvg = name === 'svg' || (parent instanceof Element && parent.namespaceURI === svgNamespace);
  const made = isSvg ? document.createElementNS(svgNamespace, name) : document.createElement(name);
  for (const [, attribute = '', value = ''] of tag.matchAll(/([\w:-]+)="([^"]*)"/g))
    made.setAttribute(attribute, plain(value));
  return made;
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Removes the escapes of `html` from a text. */
const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name] ?? '');
