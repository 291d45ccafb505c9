import { bodyParser, defineBody } from '../../../declaration/body.ts';
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
} from '../../declaration/parts.ts';
import type { ScopedField } from '../../declaration/scoped.ts';

const fields = {
  onStatus: under('status', orNone(statusHandlers('Handlers of the status.', { range: 200 }))),
  onHeader: under('header', orNone(headerHandlers('Handlers of each header.', { countHeaders: {} }))),
  onBody: under('body', orNone(processors('Processors of the body.', { json: '.id -> id' }))),
  onCompletion: orNone(
    actions('Actions after the response, also after a failed one.', { set: 'answered <- yes' }),
  ),
  onRawBytes: under(
    'rawBytes',
    orNone(rawBytesHandlers('Handlers of the raw bytes.', { transferSizeRecorder: { key: 'transfer' } })),
  ),
  autoRangeCheck: flag('Overrides ergonomics.autoRangeCheck for this request.', false),
  stopOnInvalid: flag('Overrides ergonomics.stopOnInvalid for this request.', false),
  followRedirect: choice(
    followRedirects,
    'Overrides ergonomics.followRedirect for this request.',
    'LOCATION_ONLY',
  ),
};

/** The handlers of a request, and its own settings that replace those of `ergonomics`. */
export type ResponseHandling = BodyOf<typeof fields>;

const example = { status: { range: 200 } };
const requestHandler = defineBody('requestHandler', 'Handlers of the response.', { fields }, example);

export const handler: ScopedField<ResponseHandling, true> = orElse(
  {},
  {
    schema: {
      ...own('Handlers of the response: a mapping, or a list of mappings that are taken together.', example),
      ...oneOrList(referTo(requestHandler)),
    },
    always: false,
    parse: bodyParser(() => ({ name: 'handler', fields })),
  },
);
