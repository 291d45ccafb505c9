const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Lays JSON text out on lines without parsing its values, so that numbers, member order and repeated members stay
 * exactly as they were stored. Expects valid JSON.
 */
export function laidOut(json: string): string {
  let depth = 0;
  let text = '';
  let before = '';
  for (const [part] of json.matchAll(token)) {
    const closes = part === '}' || part === ']';
    if (closes) depth -= 1;
    const opened = before === '{' || before === '[';
    if (opened ? !closes : closes || before === ',') text += `\n${'  '.repeat(depth)}`;
    text += part === ':' ? ': ' : part;
    if (part === '{' || part === '[') depth += 1;
    before = part;
  }
  return text;
}
