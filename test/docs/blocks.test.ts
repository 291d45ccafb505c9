import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillBlocks } from '../../bin/docs/blocks.ts';

describe('npm run generate replaces generated blocks of a page and nothing else', () => {
  const end = '<!-- /generated -->';
  const page = `# A\n\nAt most <!-- generated: most -->2<!-- /generated --> users.\n\n<!-- generated: rows -->\nold\n${end}\n\nEnd.\n`;
  const filled = fillBlocks('docs/a.md', page, { most: '3', rows: '| a |\n' });

  it('words within a line, and lines', () =>
    assert.equal(
      filled,
      `# A\n\nAt most <!-- generated: most -->3${end} users.\n\n<!-- generated: rows -->\n\n| a |\n\n${end}\n\nEnd.\n`,
    ));

  it('a second time to the same text', () =>
    assert.equal(fillBlocks('docs/a.md', filled, { most: '3', rows: '| a |' }), filled));

  const refused: readonly (readonly [text: string, blocks: Record<string, string>, reason: RegExp])[] = [
    [`<!-- generated: moust -->${end}`, { most: '3' }, /docs\/a\.md has a block 'moust', .*only 'most'/],
    ['none', { most: '3' }, /docs\/a\.md lacks the blocks 'most'/],
    [`<!-- generated: most -->3\n\n<!-- generated: rows -->${end}`, { most: '3', rows: '' }, /'most' has no/],
    ['<!-- generated: most -->3', { most: '3' }, /lacks the blocks 'most'/],
  ];
  for (const [text, blocks, reason] of refused)
    it(`not in ${JSON.stringify(text)}`, () =>
      assert.throws(() => fillBlocks('docs/a.md', text, blocks), reason));
});
