import { defaultAuditDays } from '../../../lib/names/environment.ts';
import { browserKeys, passwordTries, userCache } from '../../../lib/results/identity/limits.ts';
import { passwordLengthMin } from '../../../lib/results/identity/password.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/identity.md. */
export const identityPage = (): string =>
  filledPage('identity.md', {
    goodS: `${userCache.goodMs / 1000}`,
    passwordLengthMin: `${passwordLengthMin}`,
    sourceTries: `${passwordTries.sourceMax}`,
    browserKeys: `${browserKeys.userMax}`,
    wrongCodes: `${browserKeys.wrongMax}`,
    triesMinutes: `${passwordTries.windowMs / 60_000}`,
    allTries: `${passwordTries.max}`,
    auditDays: `${defaultAuditDays}`,
  });
