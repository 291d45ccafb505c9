import type { Action as ActionReply, ExportedAction } from '../../../api.generated.ts';
import { masked } from './action-request.ts';
import type { Action } from './actions.ts';

/** An action as the API shows it. */
export const presentAction = (action: Action): ActionReply => ({
  ...exportedAction(action),
  secrets: { token: masked },
});

/** The same in a bundle, which has no secrets. */
export const exportedAction = ({
  id,
  event,
  url,
  testId = -1,
  active,
  runAlways,
}: Action): ExportedAction => ({
  ...{ id, event, type: 'http', config: { url }, testId, active, runAlways },
});
