import { defineBody } from '../declaration/body.ts';
import { withDefault } from '../declaration/field.ts';
import { choice, flag } from '../declaration/scalars.ts';
import { referTo } from '../declaration/schema.ts';
import type { Path } from '../document/problem.ts';
import { type Ergonomics, followRedirects } from '../model/benchmark.ts';
import { inParts, readMembers } from './read-members.ts';
import type { Checking } from './valid-part.ts';

const fields = {
  repeatCookies: withDefault(
    true,
    flag('Keep the cookies of responses until their user ends, and send them back as a browser does.'),
  ),
  userAgentFromSession: withDefault(
    true,
    flag('Send the session id and the host name of the client in the header user-agent. When absent: true.'),
  ),
  autoRangeCheck: withDefault(
    true,
    flag('Mark a request as invalid when its response has status 4xx or 5xx.'),
  ),
  stopOnInvalid: withDefault(true, flag('Stop the user when one of its requests is marked as invalid.')),
  followRedirect: withDefault(
    'NEVER',
    choice(
      followRedirects,
      'Redirects that Downpour follows by itself: those of the `location` header, those of an HTML meta refresh, both or none.',
    ),
  ),
  compensateInternalLatency: withDefault(
    true,
    flag(
      'Count response times from the planned instant, such as the planned arrival of a user. A late generator then cannot make a target look fast. `false`: count them from the instant at which each request was ready, and report the time from the planned instant next to them.',
    ),
  ),
  stopOnRetryAfter: flag(
    'End the whole run as failed when a target answers ten requests in a row with status 503 and a `Retry-After` header, which asks for the load to stop. When absent: true in the cloud, false on one machine.',
    false,
  ),
};

const definition = defineBody(
  'ergonomics',
  'Automatic behaviour of every request of every scenario. A request can override some of it in its `handler`.',
  { fields },
  { autoRangeCheck: true, stopOnInvalid: false },
);

export const ergonomics = inParts(referTo(definition), readErgonomics);

/**
 * Reads the member `ergonomics`. Some settings are left out of the plan when they have their default. Without
 * `stopOnRetryAfter`, the deployment decides.
 */
function readErgonomics(at: Path, checking: Checking): Ergonomics {
  const { followRedirect, compensateInternalLatency, repeatCookies, ...rest } = readMembers(
    fields,
    at,
    checking,
  );
  return {
    ...rest,
    ...(followRedirect === 'NEVER' ? {} : { followRedirect }),
    ...(compensateInternalLatency ? {} : { compensateInternalLatency }),
    ...(repeatCookies ? {} : { repeatCookies }),
  };
}
