import { visibleLength } from './table.ts';

/**
 * Breaks a sentence into lines, only between words. The lines after the first are indented by `hanging`
 * characters. A word that is wider than the line remains whole. Without a width the sentence is not broken.
 */
export function wrap(text: string, width: number | undefined, hanging = 0): string[] {
  if (width === undefined || visibleLength(text) <= width) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    // Spaces at the start of the text are empty words here. They indent the first line, and no line is broken
    // at them.
    if (line !== undefined && line.trim() !== '' && visibleLength(longer) > width) {
      lines.push(line);
      line = ' '.repeat(hanging) + word;
    } else line = longer;
  }
  return line === undefined ? lines : [...lines, line];
}
