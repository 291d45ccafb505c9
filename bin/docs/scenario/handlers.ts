import { kinds } from '../../../lib/driver/scenario/registry.ts';
import { code } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';
import type { Group } from './example-setup.ts';
import { kindSection, kindsIn, overview, partSection, processorsOnly } from './kinds.ts';

/** Parts of handlers that have sections on the page of handlers. */
export const partsOfHandlers = ['requestHandler'];

/** The page docs/handlers.md. */
export const handlersPage = (): string =>
  filledPage('handlers.md', {
    requestHandler: joined(partSection('requestHandler', '`handler` of a request')),
    statusHandlers: group('statusHandler'),
    headerHandlers: group('headerHandler'),
    processors: joined([
      overview('processor', processorsOnly),
      `Every action is a processor too. It runs once for each value: ${actions()}.`,
      ...processorsOnly.flatMap((kind) => kindSection('processor', kind, '###')),
    ]),
    transformers: group('transformer'),
    rawBytesHandlers: group('rawBytesHandler'),
  });

/** Links to the actions. Their sections are on the page of steps. */
const actions = (): string =>
  [...kinds.action.values()]
    .filter(({ name }) => !processorsOnly.some((processor) => processor.name === name))
    .map(({ name }) => `[${code(name)}](steps.md#${name.toLowerCase()})`)
    .join(', ');

const group = (name: Group): string =>
  joined([overview(name), ...kindsIn(name).flatMap((kind) => kindSection(name, kind, '###'))]);

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
