import { defaultAuditDays } from '../../../lib/names/environment.ts';
import { browserKeys, lentKeys, passwordTries, userCache } from '../../../lib/results/identity/limits.ts';
import { passwordLengthMin } from '../../../lib/results/identity/password.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/construct.md. */
export const constructPage = (): string => filledPage('construct.md', { lentHours: `${lentKeys.hours}` });

/** The page docs/identity.md. */
export const identityPage = (): string =>
  filledPage('identity.md', {
    goodS: `${userCache.goodMs / 1000}`,
    passwordLengthMin: `${passwordLengthMin}`,
    sourceTries: `${passwordTries.sourceMax}`,
    browserKeys: `${browserKeys.userMax}`,
    wrongCodes: `${browserKeys.wrongMax}`,
    lentHours: `${lentKeys.hours}`,
    triesMinutes: `${passwordTries.windowMs / 60_000}`,
    allTries: `${passwordTries.max}`,
    auditDays: `${defaultAuditDays}`,
  });
