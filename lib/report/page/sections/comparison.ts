import type { ComparedLine, PageComparison } from '../comparison-types.ts';
import { type Html, html } from '../html.ts';
import { countOf } from '../number-text.ts';

const rowsMax = 200;

/** The section about a comparison. Empty without one. */
export function comparisonChapter(comparison: PageComparison | undefined): Html {
  if (comparison === undefined) return html``;
  const { against, headline, notes, lines } = comparison;
  return html`<section class="chapter compared" aria-labelledby="comparison-h">
<h2 id="comparison-h">Compared with ${against}</h2>
<p>${withOptions(headline)}</p>
${lines.length > 0 && tableOf(lines)}
${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
</section>`;
}

/** A sentence whose options, such as `--allow-differences`, stay in one line. */
const withOptions = (text: string): Html =>
  html`${text
    .split(/(--[a-z][a-z-]*)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="option">${part}</span>` : part))}`;

function tableOf(lines: readonly ComparedLine[]): Html {
  const left = lines.length - rowsMax;
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="comparison-h"><table>
<thead><tr><th scope="col">metric</th><th scope="col" class="n">before</th><th scope="col" class="n">now</th><th scope="col" class="n">change</th><th scope="col">outcome</th></tr></thead>
<tbody>${lines
    .slice(0, rowsMax)
    .map(
      ({ name, before, after, change, outcome }) =>
        html`<tr><th scope="row">${name}</th><td class="n">${before}</td><td class="n">${after}</td><td class="n">${change}</td><td>${outcome}</td></tr>`,
    )}</tbody></table></div>
${left > 0 && html`<p class="more">${countOf(left, 'more line')} not shown.</p>`}`;
}
