import type { RunDocument } from '../../../driver/run/document.ts';
import { limitWords, placeOf } from '../../limit-words.ts';
import { type Budget, budgetsOf, usedOf } from '../data/error-budget.ts';
import { type Html, html } from '../html.ts';
import { clockTime, count, countOf, spacedUnits } from '../number-text.ts';
import { budgetFigure } from '../svg/budget-figure.ts';

const figuresMax = 4;
/**
 * The smallest used share of an error budget for which a figure is drawn. Below it, the figure would show
 * only a line at the bottom.
 */
const drawnShare = 0.25;
/** The number of visible rows. Further rows can be opened. */
const openMax = 8;
const rowsMax = 100;

/** The section about error budgets: how many of the allowed bad requests each limit has used. */
export function errorBudget(run: RunDocument): Html {
  const budgets = budgetsOf(run);
  if (budgets.length === 0) return html``;
  const used = budgets.filter(({ spent }) => spent > 0);
  const untouched = budgets.length - used.length;
  const left = used.length - rowsMax;
  const drawn = used.filter((each) => usedOf(each) >= drawnShare).slice(0, figuresMax);
  return html`<section class="chapter budget" aria-labelledby="budget-h">
<h2 id="budget-h">Error budget</h2>
<p class="fine">A limit such as “p99 below 250 ms” allows one slow request in a hundred. The straight line shows the bad requests that the limit allows. If the other line is above it, the limit would break before the end of the phase.</p>
${used.length > 0 && table(used.slice(0, openMax))}
${used.length > openMax && html`<details><summary>${countOf(Math.min(used.length, rowsMax) - openMax, 'more limit')}</summary>${table(used.slice(openMax, rowsMax))}</details>`}
${left > 0 && html`<p class="more">${countOf(left, 'more limit')} not shown.</p>`}
${untouched > 0 && html`<p class="more">${countOf(untouched, used.length > 0 ? 'more limit' : 'limit')} without bad requests.</p>`}
<div class="figures">${drawn.map(figure)}</div>
</section>`;
}

const table = (
  budgets: readonly Budget[],
): Html => html`<div class="scroll" tabindex="0" role="group" aria-labelledby="budget-h"><table>
<thead><tr><th scope="col">limit</th><th scope="col" class="n">allowed</th><th scope="col" class="n">bad</th><th scope="col" class="n">spent</th><th scope="col">gone</th></tr></thead>
<tbody>${budgets.map(row)}</tbody>
</table></div>`;

function row(budget: Budget): Html {
  const { verdict, allowed, spent, exhaustedAt } = budget;
  return html`<tr class="${spent > allowed ? 'broken' : 'kept'}">
<th scope="row"><span class="rule">${spacedUnits(limitWords(verdict))}</span> <span class="place">${placeOf(verdict)}</span></th>
<td class="n">${count(Math.floor(allowed))}</td><td class="n">${count(spent)}</td>
<td class="n">${spentOf(budget)}</td>
<td>${exhaustedAt === undefined ? 'never' : html`<span class="bad">✗ from ${clockTime(exhaustedAt)}</span>`}</td></tr>`;
}

function spentOf(budget: Budget): string {
  const used = usedOf(budget);
  if (!Number.isFinite(used)) return 'the limit allows no bad request';
  return `${count(Math.round(used * 100))}\u00a0%`;
}

function figure({ verdict, start, stepMs, course, allowed }: Budget): Html {
  const name = `${placeOf(verdict)}: ${spacedUnits(limitWords(verdict))}`;
  return html`<figure><figcaption>${name}</figcaption>${budgetFigure({ start, stepMs, spent: course, allowed }, name)}</figure>`;
}
