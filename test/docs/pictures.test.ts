import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { burstDiagram } from '../../bin/docs/mermaid.ts';
import { textSvg } from '../../bin/pictures/text-svg.ts';
import definition from '../../functions/driver/burst.asl.json' with { type: 'json' };

const esc = String.fromCharCode(27);

describe('a picture of a terminal', () => {
  it('has the colours of the text, and ends them where the text does', () => {
    const svg = textSvg('t', `a ${esc}[32mgreen${esc}[39m ${esc}[1mbold${esc}[0m b`);
    assert.match(
      svg,
      />a <tspan fill="#7ee787">green<\/tspan> <tspan font-weight="bold">bold<\/tspan> b<\/text>/,
    );
  });

  it('keeps signs of XML as text', () => {
    assert.match(textSvg('a & b', '<1 && 2>'), />&lt;1 &amp;&amp; 2&gt;<\/text>/);
    assert.match(textSvg('a & b', ''), /<title>a &amp; b<\/title>/);
  });

  it('is as high as its lines', () => {
    const height = (text: string) => Number(/height="(\d+)"/.exec(textSvg('t', text))?.[1]);
    assert.ok(height('1\n2\n3') > height('1'));
  });
});

describe('the picture of the state machine', () => {
  it('has every state, also those of maps', () => {
    const names = (machine: object): readonly string[] =>
      Object.entries((machine as typeof definition).States).flatMap(([name, state]) => [
        name,
        ...('ItemProcessor' in state ? names(state.ItemProcessor) : []),
      ]);
    const all = names(definition);
    assert.ok(all.length > 20, `only ${all.length} states were found`);
    assert.deepEqual(
      all.filter((name) => !new RegExp(`\\b${name} (-->|\\{)`).test(burstDiagram())),
      [],
    );
  });
});
