import type { LabelInfo } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { visibleSchema } from '../../lib/repository/reading/visible-schema.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { parseLabel } from '../../lib/repository/records/schemas/label-request.ts';
import { versionOfLabel } from '../../lib/repository/records/schemas/label-version.ts';
import type { Label } from '../../lib/repository/records/schemas/labels.ts';
import { presentLabel } from '../../lib/repository/records/schemas/responses.ts';
import type { Schema } from '../../lib/repository/records/schemas/schemas.ts';
import { refuseSameNames } from '../../lib/repository/records/schemas/unique-label-names.ts';
import { visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { maySee, type Principal, refuseUnless } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs } from '../work-context.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/schema/allLabels': openOperation('label-names', async ({ query, caller }) => {
    const [schemas, labels] = await Promise.all([repository().schemas.list(), repository().labels.list()]);
    const name = query.name?.trim() ?? '';
    const found = visibleOf(caller, labels).filter((label) => name === '' || label.name === name);
    const infos = infosOf(found, visibleOf(caller, schemas));
    return jsonPage(
      query,
      walked(infos, (info) => [info.name], query),
    );
  }),

  'GET /api/schema/{id}/labels': openOperation('label-list', async ({ path, caller }) => {
    await schemaOf(path.id, caller);
    const labels = visibleOf(caller, await repository().labels.ofSchema(path.id));
    return json(labels.map((label) => ({ ...presentLabel(label), version: versionOfLabel(label) })));
  }),

  'POST /api/schema/{id}/labels': operation('label-create', async ({ path, body, caller }) => {
    const schema = await schemaOf(path.id, caller);
    const parsed = (body ?? []).map(parseLabel);
    if (parsed.length === 0) return json([], 201);
    await refuseKnown(
      parsed.flatMap(({ id }) => id ?? []),
      caller,
    );
    const first = await repository().labels.newIds(parsed.length);
    const { owner, access } = schema;
    const labels = parsed.map((label, n) => ({
      owner,
      access,
      ...label,
      id: first + n,
      schemaId: schema.id,
    }));
    for (const label of labels) refuseUnless(caller, 'tester', label.owner);
    await put(schema, () => labels);
    return json(idsOf(labels), 201);
  }),

  'PUT /api/schema/{id}/labels': operation('label-change', async ({ path, body, caller }) => {
    const schema = await schemaOf(path.id, caller);
    const parsed = (body ?? []).map(parseLabel);
    if (parsed.length === 0) return json([]);
    const present = visibleOf(caller, await repository().labels.ofSchema(schema.id)).map(({ id }) => id);
    for (const { id = 0 } of parsed) if (!present.includes(id)) throw await notHere(id, schema, caller);
    if (new Set(idsOf(parsed)).size < parsed.length)
      throw new DownpourError('LABEL_REPEATED', 400, 'A label can be changed only once in a request');
    const seen = (body ?? []).map(({ replaces }) => replaces ?? undefined);
    await put(schema, (now) => parsed.map((label, at) => changed(label, now, seen[at], caller)));
    return json(idsOf(parsed));
  }),

  'DELETE /api/schema/{id}/labels/{labelId}': operation('label-delete', async ({ path, caller }) => {
    const schema = await schemaOf(path.id, caller);
    const label = visibleOf(caller, await repository().labels.list()).find(({ id }) => id === path.labelId);
    if (label === undefined) throw noLabel(path.labelId);
    if (label.schemaId !== schema.id) {
      const message = `Label ${label.id} does not belong to schema ${schema.id}; use the id of its own schema`;
      throw new DownpourError('LABEL_ELSEWHERE', 400, message);
    }
    refuseUnless(caller, 'tester', label.owner);
    const isGone = await withJobs([{ kind: 'labels', uri: schema.uri }], (also) =>
      repository().labels.remove(label, also),
    );
    if (!isGone) throw noLabel(label.id);
    return noContent;
  }),
});

const idsOf = (labels: readonly { readonly id?: number }[]) => labels.map(({ id }) => id);

const schemaOf = (id: number, caller: Principal): Promise<Schema> =>
  visibleSchema(repository(), caller, id, `Schema ${id} not found: ${lists.schemas}`);

const noLabel = (id: number): DownpourError =>
  new DownpourError('LABEL_NOT_FOUND', 404, `Label ${id} not found: ${lists.labels}`);

/** Groups labels of the same name, in the order of the names. */
function infosOf(labels: readonly Label[], schemas: readonly Schema[]): readonly LabelInfo[] {
  const known = new Map(schemas.map(({ id, name, uri }) => [id, { id, name, uri }]));
  const infos = new Map<string, LabelInfo>();
  for (const { name, metrics, filtering, schemaId } of labels) {
    const schema = known.get(schemaId);
    if (schema === undefined) continue;
    const info = infos.get(name) ?? { name, metrics: false, filtering: false, schemas: [] };
    infos.set(name, {
      name,
      metrics: info.metrics || metrics,
      filtering: info.filtering || filtering,
      schemas: [...info.schemas, schema],
    });
  }
  return [...infos.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Rejects new labels with ids of existing labels, which are probably a mistake. Ids of hidden labels are
 * ignored, as unknown ids are.
 */
async function refuseKnown(ids: readonly number[], caller: Principal): Promise<void> {
  if (ids.length === 0) return;
  const [schemas, labels] = await Promise.all([repository().schemas.list(), repository().labels.list()]);
  const seen = new Set(idsOf(visibleOf(caller, schemas)));
  const known = visibleOf(caller, labels).flatMap(({ id, schemaId }) =>
    ids.includes(id) && seen.has(schemaId) ? id : [],
  );
  if (known.length === 0) return;
  const message = `Trying to add already existing labels [${known.join(', ')}]`;
  throw new DownpourError('LABEL_EXISTS', 400, message);
}

/** The error for a label that cannot be changed. It is the same for a hidden label as for a missing one. */
async function notHere(id: number, schema: Schema, caller: Principal): Promise<DownpourError> {
  const label = await repository().labels.find(id);
  const other = label && (await repository().schemas.byId(label.schemaId));
  if (label === undefined || other === undefined || other.id === schema.id) return noLabel(id);
  if (!maySee(caller, label) || !maySee(caller, other)) return noLabel(id);
  const message = `Label id=${id}, name=${label.name} belongs to a different schema: ${other.id}(${other.uri})`;
  return new DownpourError('LABEL_ELSEWHERE', 400, message);
}

/** @param seen the version of the label that the caller has read and now changes. Undefined: any version. */
function changed(
  parsed: ReturnType<typeof parseLabel>,
  now: readonly Label[],
  seen: string | undefined,
  caller: Principal,
): Label {
  const label = now.find(({ id }) => id === parsed.id);
  if (label === undefined) throw noLabel(parsed.id ?? 0);
  const { id, schemaId, owner, access } = label;
  const next = { owner, access, ...parsed, id, schemaId };
  for (const team of [owner, next.owner]) refuseUnless(caller, 'tester', team);
  if (seen !== undefined && seen !== versionOfLabel(label)) {
    const message = `Label ${id} has another version than \`replaces\`, because a user has changed it since then. Read the label again before you change it.`;
    throw new DownpourError('LABEL_CHANGED', 409, message);
  }
  return next;
}

async function put(schema: Schema, decide: (now: readonly Label[]) => readonly Label[]): Promise<void> {
  const checked = (now: readonly Label[]): readonly Label[] => {
    const labels = decide(now);
    const others = now.filter(({ id }) => !labels.some((label) => label.id === id));
    refuseSameNames([...others, ...labels]);
    return labels;
  };
  const isThere = await withJobs([{ kind: 'labels', uri: schema.uri }], (also) =>
    repository().labels.put(schema.id, checked, also),
  );
  if (!isThere)
    throw new DownpourError('SCHEMA_NOT_FOUND', 404, `Schema ${schema.id} not found: ${lists.schemas}`);
}
