import type { Annotation, DashboardRange } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { Datapoint } from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { visibleChanges, visiblePoints } from '../../../lib/repository/reading/visible-series.ts';
import {
  givenFingerprint,
  visibleVariable,
  visibleVariables,
} from '../../../lib/repository/reading/visible-variable.ts';
import { type Change, openChanges } from '../../../lib/repository/records/alerting/changes.ts';
import type { Variable } from '../../../lib/repository/records/alerting/variables.ts';
import { visibleOf } from '../../../lib/repository/records/visible-lists.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { repository } from '../../repository.ts';
import { openOperation } from '../pipeline/operation.ts';
import { json } from '../pipeline/replies/reply.ts';

/** The operations of Grafana's JSON data source. */
export const grafanaOperations = {
  'GET /api/changes': openOperation('dashboard-health', async () => json({})),

  'POST /api/changes/search': openOperation('dashboard-search', async ({ caller }) => {
    const visible = new Set(visibleOf(caller, await repository().tests.list()).map(({ id }) => id));
    const variables = (await repository().alerting.list()).filter(({ testId }) => visible.has(testId));
    return json(variables.map(({ id }) => String(id)));
  }),

  'POST /api/changes/query': openOperation('dashboard-query', async ({ body, caller }) => {
    const range = rangeOf(body.range);
    const targets = body.targets.map(({ target, type }) => {
      if (type && type !== 'timeseries')
        throw invalid('each target must have the type "timeseries", because this API returns no tables');
      return targetOf(String(target));
    });
    const ids = [...new Set(targets.map(({ id }) => id))];
    const variables = await selectedVariables(caller, ids);
    const series = targets.map(async ({ id, fingerprint }) => {
      const variable = variables.find((one) => one.id === id);
      // When one variable is deleted, its line on the dashboard is empty and the other lines remain, as in
      // the original.
      if (variable === undefined) return { target: String(id), variableId: id, datapoints: [] };
      const all = await visiblePoints(repository(), caller, id, {
        ...(range.isWide ? { from: -8.64e15, to: 8.64e15 } : range),
        fingerprint,
      });
      const datapoints = pointsIn(all, range).map(({ value, timestamp, datasetId }) => [
        value,
        timestamp,
        datasetId,
      ]);
      return { target: variable.name, variableId: id, datapoints };
    });
    return json(await Promise.all(series));
  }),

  'POST /api/changes/annotations': openOperation('dashboard-annotations', async ({ body, caller }) => {
    const range = rangeOf(body.range);
    const { ids, fingerprint } = variablesOf(String(body.annotation.query));
    const variables = await selectedVariables(caller, ids);
    const lists = variables.map(async (variable) => {
      const changes = await openChanges(repository().table).ofVariable(variable.id);
      const inRange = changes.filter(({ timestamp }) => timestamp >= range.from && timestamp <= range.to);
      const visible = await visibleChanges(repository(), caller, inRange, fingerprint);
      return visible.map((change) => annotationOf(change, variable));
    });
    const annotations = (await Promise.all(lists)).flat();
    return json(annotations.sort((a, b) => a.time - b.time || a.changeId - b.changeId));
  }),
};

/**
 * The variables that a request names. A single variable must be visible. If there are several, the hidden
 * and deleted ones are left out.
 */
async function selectedVariables(caller: Principal, ids: readonly number[]): Promise<readonly Variable[]> {
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return [await visibleVariable(repository(), caller, first)];
  return visibleVariables(repository(), caller, ids);
}

const invalid = (message: string): DownpourError =>
  new DownpourError('DASHBOARD_QUERY_INVALID', 400, message);

function rangeOf({ from, to, oneBeforeAndAfter }: DashboardRange) {
  const [first, last] = [from, to].map((at) => new Date(at).getTime());
  if (first === undefined || last === undefined || Number.isNaN(first + last))
    throw invalid('the time range must have two times, from and to, in ISO 8601');
  if (last < first) throw invalid('the end of the time range is before its start');
  return { from: first, to: last, isWide: oneBeforeAndAfter === true };
}

function targetOf(text: string): { readonly id: number; readonly fingerprint?: string } {
  const [id = '', ...rest] = text.split(';');
  const fingerprint = rest.join(';');
  if (!/^[1-9]\d{0,9}$/.test(id))
    throw invalid(
      `the target of a query must be the id of a variable of a test, such as 3, or the id with a fingerprint, such as 3;{"branch":"main"}; found '${text}'`,
    );
  return { id: Number(id), ...(fingerprint.trim() && { fingerprint: givenFingerprint(fingerprint) }) };
}

/** Parses a target such as `3,4;{"branch":"main"}`: ids of variables, and a fingerprint for all of them. */
function variablesOf(text: string): { readonly ids: readonly number[]; readonly fingerprint?: string } {
  const [list = '', ...rest] = text.split(';');
  const ids = [...new Set(list.split(',').map((id) => targetOf([id.trim(), ...rest].join(';')).id))];
  if (ids.length > variablesMax) throw invalid(`one request may name at most ${variablesMax} variables`);
  const fingerprint = rest.join(';');
  return { ids, ...(fingerprint.trim() && { fingerprint: givenFingerprint(fingerprint) }) };
}

/** The limit of variables of one request, as for the targets of a query. */
const variablesMax = 100;

/**
 * The datapoints within a range of time. With `isWide`, also the last one before it and the first one after
 * it.
 */
function pointsIn(points: readonly Datapoint[], { from, to, isWide }: ReturnType<typeof rangeOf>) {
  if (!isWide) return points;
  const first = points.findLastIndex(({ timestamp }) => timestamp < from);
  const next = points.findIndex(({ timestamp }) => timestamp > to);
  return points.slice(Math.max(0, first), next < 0 ? undefined : next + 1);
}

function annotationOf(change: Change, { name, group }: Variable): Annotation {
  const { id, runId, ordinal, timestamp, description, confirmed, variableId } = change;
  const lines = [
    `Variable: ${name}${group ? ` (group ${group})` : ''}`,
    description,
    `Confirmed: ${confirmed}`,
  ];
  return {
    title: `Change in run ${runId}/${ordinal}`,
    text: lines.map(escaped).join('<br>'),
    isRegion: false,
    time: timestamp,
    timeEnd: 0,
    tags: [],
    changeId: id,
    variableId,
    runId,
    datasetOrdinal: ordinal,
  };
}

/** Escapes texts of users, because a dashboard treats this text as HTML. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
