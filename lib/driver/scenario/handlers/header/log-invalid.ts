import { textOfBytes } from '../../../http/header-encoding.ts';
import { headerHandler } from '../../kind.ts';

/** Logs the headers of responses that a status handler or an earlier header handler has marked as invalid. */
export const logInvalidHeaders = headerHandler({
  name: 'logInvalid',
  summary: 'Writes the headers of invalid responses to the log of the shard.',
  example: 'logInvalid: {}',
  cost: 'One comparison for each header line; one log line for each header of an invalid response.',
  atError: 'It never fails.',
  fields: {},
  compile: (_body, { environment }) => {
    const { log } = environment;
    return () => ({
      header(request, name, value) {
        if (!request.valid) log(`#${request.session.id}: ${name}: ${textOfBytes(value)}`);
      },
    });
  },
});
