import type { ActionRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { type EventKind, eventKinds } from '../alerting/events.ts';
import { type Action, type AllowedSite, isAllowed, notAllowed } from './actions.ts';
import { isSecret } from './signature.ts';

/**
 * An action in a request. Without a secret, an existing action keeps its secret, and a new action gets a new
 * one.
 */
export type RequestedAction = Pick<Action, 'event' | 'url' | 'active' | 'runAlways'> & {
  readonly secret?: string;
};

/** The scope of an action: it receives the events of one test or of all tests. */
type Scope = 'one test' | 'all tests';

/**
 * Parses an action in the body of a request.
 * @throws DownpourError ACTION_INVALID (400).
 */
export function parseAction(
  body: ActionRequest,
  scope: Scope,
  sites: readonly AllowedSite[],
): RequestedAction {
  const action = actionOf(body, scope, sites);
  if (typeof action === 'string') throw new DownpourError('ACTION_INVALID', 400, action);
  return action;
}

/** An action in a bundle. `givenId` is its id in the bundle. */
export type BundledAction = RequestedAction & { readonly givenId: number | undefined };

/**
 * Parses the actions of a test in its bundle.
 * @throws DownpourError ACTION_INVALID (400) with every problem and its position.
 */
export function parseActions(
  bodies: readonly ActionRequest[],
  sites: readonly AllowedSite[],
): readonly BundledAction[] {
  const problems: string[] = [];
  const actions = bodies.flatMap((body, at) => {
    const action = actionOf(body, 'one test', sites);
    if (typeof action !== 'string') return [{ ...action, givenId: body.id ?? undefined }];
    problems.push(`actions.${at}: ${action}`);
    return [];
  });
  if (problems.length > 0) throw new DownpourError('ACTION_INVALID', 400, problems.join('; '));
  return actions;
}

/** The text that replaces a secret in responses. */
export const masked = '********';

/** Parses the body of a request. Returns the action, or the problem of the body. */
function actionOf(
  body: ActionRequest,
  scope: Scope,
  sites: readonly AllowedSite[],
): RequestedAction | string {
  const { event, type, config, secrets, active, runAlways } = body;
  if (type !== 'http') return `the type of an action must be 'http', found '${type}'`;
  if (!isKind(event)) return `there is no event '${event}'; the events are ${eventKinds.join(', ')}`;
  if (event === 'key/expiring' && scope === 'one test')
    return "the event 'key/expiring' belongs to no test; create an action for this event with POST /api/action/global";
  const { url } = config;
  if (!url) return "the action needs a URL below an allowed site: add it as 'config.url'";
  if (!isAllowed(url, sites)) return notAllowed(url);
  const secret = secrets?.token ?? masked;
  if (secret !== masked && !isSecret(secret))
    return 'the secret must be the text whsec_, followed by at least 24 bytes in base64';
  return {
    event,
    url,
    active: active ?? true,
    runAlways: runAlways ?? false,
    ...(secret !== masked && { secret }),
  };
}

const isKind = (text: string): text is EventKind => eventKinds.some((kind) => kind === text);
