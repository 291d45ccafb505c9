import { visibleLength } from './table.ts';

/**
 * A sentence over as many lines as it needs: broken between words only, the lines after the first `hanging`
 * characters further right. A word that is wider than the line stays whole. Without a width nothing is
 * broken.
 */
export function wrap(text: string, width: number | undefined, hanging = 0): string[] {
  if (width === undefined || visibleLength(text) <= width) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    // Blanks at the beginning of the text are words without letters; they indent its first line.
    if (line !== undefined && line.trim() !== '' && visibleLength(longer) > width) {
      lines.push(line);
      line = ' '.repeat(hanging) + word;
    } else line = longer;
  }
  return line === undefined ? lines : [...lines, line];
}
