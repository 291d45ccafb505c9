import type { RunDocument } from '../../../driver/run/document.ts';
import { unjudgedOf } from '../../findings.ts';
import { limitWords, placeOf } from '../../limit-words.ts';
import { narrowWindowOf } from '../data/limit-window.ts';
import { type Html, html } from '../html.ts';
import { clockTime, count, countOf, durationText, share, spacedUnits, time } from '../number-text.ts';
import { partOf, selectionLink } from '../selection-link.ts';

type Verdict = RunDocument['verdicts'][number];

/** The number of limits that are visible on the first screen. */
const rowsMax = 7;
/**
 * The most rows that the section shows in addition to the first ones, below a line that a reader can unfold.
 */
const foldedMax = 200;

/** Every limit with its measured value: failed limits first, then the closest ones. */
export function limits(run: RunDocument): Html {
  const { verdicts } = run;
  const sorted = verdicts.toSorted(
    (one, other) => rankOf(other) - rankOf(one) || usedOf(other) - usedOf(one),
  );
  const visible = sorted.filter((each) => !each.passed || each.isDefault !== true).slice(0, rowsMax);
  const first = visible.length > 0 ? visible : sorted.slice(0, 4);
  const rest = sorted.filter((each) => !first.includes(each));
  return html`<section class="limits" aria-labelledby="limits-h">
<h2 id="limits-h">Limits</h2>
${verdicts.length === 0 ? html`<p class="empty">No limit was judged.</p>` : table(first, run, 'Limits, failing first')}
${notJudged(run)}
${rest.length > 0 && folded(rest, run)}
</section>`;
}

/** The limits that were not judged. They are listed, so that no reader thinks that they were kept. */
function notJudged(run: RunDocument): Html {
  const all = unjudgedOf(run);
  if (all.length === 0) return html``;
  const visible = all
    .slice(0, rowsMax)
    .map(({ place, message }) => html`<li><bdi>${place}</bdi>: ${spacedUnits(message)}</li>`);
  const left = all.length - visible.length;
  return html`<p>Not judged, because they have no measurement:</p>
<ul>${visible}${left > 0 && html`<li>${countOf(left, 'more limit')}</li>`}</ul>`;
}

function folded(rest: readonly Verdict[], run: RunDocument): Html {
  const states = rest.map((each) => resultOf(each, run).state);
  const not = (['broken', 'unclear'] as const).flatMap((state) => {
    const some = states.filter((each) => each === state).length;
    return some === 0 ? [] : [`${count(some)} of them ${state}`];
  });
  const visible = rest.slice(0, foldedMax);
  const left = rest.length - visible.length;
  const what = not.length === 0 ? 'all kept' : not.join(', ');
  return html`<details><summary>${countOf(rest.length, 'more limit')}, ${what}</summary>
${table(visible, run, 'More limits')}
${left > 0 && html`<p class="more">${countOf(left, 'more limit')} not shown.</p>`}
</details>`;
}

const table = (
  verdicts: readonly Verdict[],
  run: RunDocument,
  caption: string,
): Html => html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="aside">${caption}</caption>
<thead><tr><th scope="col">limit</th><th scope="col" class="n">measured</th><th scope="col">of the limit</th><th scope="col">result</th></tr></thead>
<tbody>${verdicts.map((each) => row(each, run))}</tbody>
</table></div>`;

function row(verdict: Verdict, run: RunDocument): Html {
  const { state, sign, word } = resultOf(verdict, run);
  return html`<tr class="${state}">
<th scope="row"><span class="rule">${spacedUnits(limitWords(verdict))}</span> <span class="place">${placeOf(verdict)}${verdict.isDefault && ', by default'}${windowOf(verdict, run)}</span></th>
<td class="n">${measuredOf(verdict)}</td>
<td>${bar(verdict)}</td>
<td class="result"><span class="sign" aria-hidden="true">${sign}</span> ${word}</td>
</tr>`;
}

/**
 * The time window that decided about a limit, or the phase in which the limit was broken, as a link that
 * selects this time.
 */
function windowOf(verdict: Verdict, run: RunDocument): Html {
  const window = narrowWindowOf(verdict, run);
  if (window !== undefined) {
    const text = `worst ${durationText(window.to - window.from)} from ${clockTime(window.from)}`;
    return html`, ${selectionLink(run, window, text)}`;
  }
  const phase = run.phases.find(({ name }) => name === verdict.phase);
  if (verdict.passed || phase === undefined || phase.start === null || phase.end === null) return html``;
  const part = partOf(run, { from: phase.start, to: phase.end });
  return part === undefined ? html`` : html`, ${selectionLink(run, part, 'in the whole phase')}`;
}

/** In an inconclusive run, the load generator may have broken every limit. */
function resultOf(
  { passed, unclear }: Verdict,
  { state }: Pick<RunDocument, 'state'>,
): { state: string; sign: string; word: string } {
  if (passed) return { state: 'kept', sign: '✓', word: 'kept' };
  return unclear === true || state === 'inconclusive'
    ? { state: 'unclear', sign: '?', word: 'unclear' }
    : { state: 'broken', sign: '✗', word: 'broken' };
}

function measuredOf({ criterion, measured }: Verdict): string {
  switch (criterion) {
    case 'limit':
    case 'meanResponseTime':
      return time(measured);
    case 'sessionLimit':
      return `${count(measured)} waited`;
    case 'failedRatio':
    case 'errorRatio':
    case 'invalidRatio':
    case 'blockedRatio':
      return share(measured);
  }
}

/**
 * A bar of the measured value. The limit is at two thirds of the bar, so that values above it are visible.
 */
function bar(verdict: Verdict): Html {
  if (verdict.criterion === 'sessionLimit') return html``;
  const used = usedOf(verdict);
  const [full, at] = [90, 60];
  const width = Math.round(Math.min(full, at * used));
  return html`<svg class="bar" width="${full}" height="12" aria-hidden="true"><rect class="track" width="${full}" height="6" y="3" fill="#e4e6ea"/><rect class="fill" width="${width}" height="6" y="3" fill="${verdict.passed ? '#0a7d5a' : '#b3261e'}"/><path class="edge" d="M${at} 0v12" stroke="#1c1f24" stroke-width="1.5"/></svg> <small>${portion(used)}</small>`;
}

function portion(used: number): string {
  if (!Number.isFinite(used)) return 'the limit allows no bad request';
  return used >= 10 ? `${Number(used.toPrecision(2))}\u00a0×` : `${Math.round(used * 100)}\u00a0%`;
}

/** The measured value as a share of the limit. */
function usedOf({ measured, limit, passed }: Verdict): number {
  if (limit > 0) return measured / limit;
  return passed ? 0 : Infinity;
}

function rankOf({ passed, unclear, isDefault }: Verdict): number {
  if (!passed) return unclear ? 2 : 3;
  return isDefault ? 0 : 1;
}
