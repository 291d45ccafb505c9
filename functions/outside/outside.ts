import { environment } from '../../lib/names/environment.ts';
import type { Outside } from '../../lib/repository/records/actions/outside.ts';
import type { RepositoryEvent } from '../../lib/repository/records/alerting/events.ts';
import { log } from '../log.ts';
import { addressRules } from './address-rules.ts';
import { post } from './post.ts';

/** Sends events and requests to other hosts from this process. */
export const outside: Outside = {
  /** Publishes an event on the bus. One machine has no bus, so the event is logged instead. */
  async publish(event: RepositoryEvent): Promise<void> {
    const bus = process.env[environment.eventBus];
    if (bus === undefined) return log.info(`event ${event.kind}: ${JSON.stringify(event)}`);
    await (await import('./event-bus.ts')).putEvent(bus, event.kind, event);
  },

  post: (url, headers, body) => post(url, headers, body, addressRules()),
};
