import { defineBody, parseBody } from '../../../declaration/body.ts';
import { type BodyOf, orElse, orNone, under } from '../../../declaration/field.ts';
import { choice, flag } from '../../../declaration/scalars.ts';
import { oneOrList, own, referTo } from '../../../declaration/schema.ts';
import { followRedirects } from '../../../model/benchmark.ts';
import {
  actions,
  headerHandlers,
  processors,
  rawBytesHandlers,
  statusHandlers,
} from '../../declaration/nested-kinds.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import { range, type StatusRange } from '../../handlers/status/range.ts';

const fields = {
  onStatus: under(
    'status',
    orNone(statusHandlers('Handlers that receive the status of the response.', { range: 200 })),
  ),
  onHeader: under(
    'header',
    orNone(headerHandlers('Handlers that receive each header of the response.', { countHeaders: {} })),
  ),
  onBody: under(
    'body',
    orNone(processors('Processors that receive the body of the response.', { json: '.id -> id' })),
  ),
  onCompletion: orNone(
    actions('Actions that run after the response, also when the request failed.', { set: 'answered <- yes' }),
  ),
  onRawBytes: under(
    'rawBytes',
    orNone(
      rawBytesHandlers('Handlers that receive the raw bytes of the response.', {
        transferSizeRecorder: { key: 'transfer' },
      }),
    ),
  ),
  autoRangeCheck: flag('Overrides ergonomics.autoRangeCheck for this request.', false),
  stopOnInvalid: flag('Overrides ergonomics.stopOnInvalid for this request.', false),
  followRedirect: choice(
    followRedirects,
    'Overrides ergonomics.followRedirect for this request.',
    'LOCATION_ONLY',
  ),
};

/** The handlers of a request's response, and settings of the request that replace those of `ergonomics`. */
export type ResponseHandling = BodyOf<typeof fields>;

const example = { status: { range: 200 } };
const requestHandler = defineBody('requestHandler', 'Handlers of the response.', { fields }, example);

export const handler: ScopedField<ResponseHandling, true> = orElse(
  {},
  {
    schema: {
      ...own('Handlers of the response: a mapping, or a list of mappings that Downpour joins.', example),
      ...oneOrList(referTo(requestHandler), 0),
    },
    always: false,
    parse(raw, at, scope) {
      const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
      const parts = items.flatMap((item, index) => {
        const place = Array.isArray(raw) ? [...at, index] : at;
        return parseBody({ name: 'handler', fields }, item, place, scope) ?? [];
      });
      if (parts.length < items.length) return undefined;
      const handling = join(parts);
      if (excludeEachOther(handling.onStatus))
        scope.findings.warning(
          Array.isArray(raw) ? at : [...at, 'status'],
          'no status is in all of these ranges, so each response is invalid',
          `to accept several, write 'multiplex: { "200, 429": stats, other: { range: 200 } }'`,
        );
      return handling;
    },
  },
);

/** True for several status handlers `range` when no status passes all of them. */
function excludeEachOther(handlers: ResponseHandling['onStatus'] = []): boolean {
  const ranges = handlers.filter(({ kind }) => kind === range.name).map(({ body }) => body as StatusRange);
  return Math.max(...ranges.map(({ min }) => min)) > Math.min(...ranges.map(({ max }) => max));
}

/** Joins several bodies of a list to one: all handlers in their order, and the last value of each setting. */
const join = (parts: readonly ResponseHandling[]): ResponseHandling => ({
  ...Object.assign({}, ...parts),
  onStatus: parts.flatMap(({ onStatus }) => onStatus),
  onHeader: parts.flatMap(({ onHeader }) => onHeader),
  onBody: parts.flatMap(({ onBody }) => onBody),
  onCompletion: parts.flatMap(({ onCompletion }) => onCompletion),
  onRawBytes: parts.flatMap(({ onRawBytes }) => onRawBytes),
});
