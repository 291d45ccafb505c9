import { addressOf, type Query, type ScreenName } from '../../lib/web/addresses/table.ts';
import { type Context, defaultDataDir } from '../cli/context.ts';
import { noteOf, runningServe } from './serving.ts';

type PagesOptions = {
  /** The folder of the option `--data`: the command uses the local cloud over this folder. */
  readonly data?: string | undefined;
};

/**
 * The URL of pages that remain available after this command: those of DOWNPOUR_URL, or of a `serve` on this
 * machine. Undefined for a cloud that ends with its command.
 */
export async function pagesUrl(
  { data }: PagesOptions,
  { environment }: Context,
): Promise<string | undefined> {
  const url = environment.DOWNPOUR_URL;
  if (url && data === undefined) return url.replace(/\/+$/, '');
  const dataDir = data ?? defaultDataDir;
  // A cloud that ends with its command has no lasting pages, so no URL is returned and the cloud is not
  // asked.
  if ((await noteOf(dataDir))?.lasting !== true) return undefined;
  const serving = await runningServe(dataDir, false);
  return serving?.lasting === true ? serving.url : undefined;
}

/** The address of a screen. Undefined when the pages end with this command. */
export async function pageOf(
  options: PagesOptions,
  context: Context,
  screen: ScreenName,
  parameters: Readonly<Record<string, string | number>> = {},
  query: Query = {},
): Promise<string | undefined> {
  const url = await pagesUrl(options, context);
  return url === undefined ? undefined : url + addressOf(screen, parameters, query);
}

/** The address that signs a browser in and then shows a path. Its code works once, for two minutes. */
export function signInAddress(url: string, path: string, code: string): string {
  return `${url}${addressOf('login', {}, { next: path === '/' ? undefined : path })}#once=${code}`;
}
