import type { Action as ActionReply, ExportedAction } from '../../../api.generated.ts';
import { masked } from './action-request.ts';
import type { Action } from './actions.ts';

/** An action in a response of the API. */
export const presentAction = (action: Action): ActionReply => ({
  ...exportedAction(action),
  secrets: { token: masked },
});

/** An action in a bundle. Bundles contain no secrets. */
export const exportedAction = ({
  id,
  event,
  url,
  testId = -1,
  active,
  runAlways,
}: Action): ExportedAction => ({
  id,
  event,
  type: 'http',
  config: { url },
  testId,
  active,
  runAlways,
});
