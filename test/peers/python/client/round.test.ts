import { before, suite } from 'node:test';
import { bootstrapUser, loginServer } from '../../../local/login-server.ts';
import { type readOutcomes, testOutcomes } from '../../../local/outcomes.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { cases } from '../../../runner/cases.ts';
import { runOutcomes } from './client.ts';
import { ada, openStage } from './stage.ts';

const signIn = 'every way to sign in, with and without asyncio, over both transports';

suite('the clients for Python and the API', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  let outcomes: ReturnType<typeof readOutcomes> = [];
  before(async () => {
    const { url, key, target } = await openStage(scope);
    outcomes = [
      ...(await runOutcomes('round.py', [url, key, ada.user, ada.password, target])),
      ...(await runOutcomes('stream.py', [url, key, `${cases(128, 1024)}`])),
    ];
  });
  testOutcomes(
    [
      signIn,
      'credentials that do not fit are refused without their words',
      'a document keeps its digits on its way in and out',
      'pages have every run once',
      'documents of any size are uploaded with progress',
      'an upload in parts survives interruptions',
      'large answers are read, and have links',
      'label values are a frame of pandas or polars',
      'a burst is watched to its end',
      'a stream is uploaded in bounded memory, and continues after an interruption',
    ],
    () => outcomes,
  );
});

suite('the clients for Python and the tokens of an issuer', { timeout: 120_000 }, () => {
  const scope = suiteScope();
  let outcomes: ReturnType<typeof readOutcomes> = [];
  before(async () => {
    const { url, key, target } = await openStage(scope, await loginServer(scope, bootstrapUser));
    const { user, password } = bootstrapUser;
    outcomes = await runOutcomes('round.py', [url, key, user, password, target], { env: { ISSUER: 'true' } });
  });
  testOutcomes([signIn], () => outcomes);
});
