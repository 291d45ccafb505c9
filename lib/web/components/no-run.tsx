import { address } from '../addresses/router.ts';
import { addressOf, loginAddress } from '../addresses/table.ts';
import { isSignedIn } from '../data/session.ts';
import * as words from '../words/run.ts';

/** Whether a text in an address has the form of a run's id. */
export const isRunId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** States that there is no run with an id of the address. Leads to the list of runs and to the sign-in. */
export function NoRun({ id }: { readonly id: string | number }) {
  return (
    <>
      <h1>{words.noSuchRun(id)}</h1>
      <p>
        <a href={addressOf('runs')}>{words.allRuns()}</a>
      </p>
      <p>
        <a href={loginAddress(address.value.path + location.search)}>{words.signInAs(isSignedIn.value)}</a>
      </p>
    </>
  );
}
