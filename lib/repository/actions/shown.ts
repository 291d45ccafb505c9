import type { Action as ActionReply, ExportedAction } from '../../api.generated.ts';
import type { Action } from './actions.ts';
import { masked } from './wanted.ts';

/** An action as the API shows it. */
export const shownAction = (action: Action): ActionReply => ({
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
