import { type Browser, chromium } from 'playwright-core';
import { afterwards, type Scope } from '../../local/scratch.ts';

/** Pages that a window loads for its address bar. They take half a second of CPU for each context. */
const ofAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Features that Playwright switches off. The browser reads only one list, so this list repeats these
 * features.
 */
const ofPlaywright = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Debian's Chromium without a screen. It ends with the scope. */
export async function openBrowser(scope: Scope): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', `--disable-features=${[...ofPlaywright, ...ofAddressBar].join(',')}`],
  });
  afterwards(scope, () => browser.close());
  return browser;
}
