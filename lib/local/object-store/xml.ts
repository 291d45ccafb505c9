/** Makes an XML element. Its children are XML already; `leaf` escapes its text. */
export function element(name: string, ...children: readonly (string | undefined | false)[]): string {
  return `<${name}>${children.filter(Boolean).join('')}</${name}>`;
}

/** Makes the element `<name>value</name>`, or nothing for undefined. */
export function leaf(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeXml(String(value))}</${name}>`;
}

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

/** The inner XML of every element of this name, in document order. */
export function innerXml(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  const inner = innerXml(xml, name)[0];
  return inner === undefined ? undefined : unescapeXml(inner);
}

const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must become references
  text.replace(/[&<>"'\u0000-\u001f]/g, (c) => `&#${c.charCodeAt(0)};`);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (xml: string): string =>
  xml.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,4}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (name) return named[name] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
