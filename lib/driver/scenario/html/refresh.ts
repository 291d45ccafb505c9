import type { PageReader, Refresh } from '../../http/exchange/request-plan.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import { scenarios } from '../limits.ts';
import { HtmlAttributes } from './attributes.ts';

/**
 * Looks for `<meta http-equiv="refresh" content="5; url=/next">` in a page as it arrives. Only the first one
 * with a URL counts. A refresh without a URL, with which a browser reloads the same page, is ignored. The URL
 * is relative to the first `<base href>` before it, or else to the page. The tokenizer must be loaded.
 */
export class RefreshReader implements PageReader {
  refresh: Refresh | undefined;
  readonly #attributes: HtmlAttributes;
  #isRefresh = false;
  #content = '';
  #base: string | undefined;

  constructor() {
    const watch = (attribute: string, take: (value: string) => void, tag = 'meta') => ({
      tag,
      attribute,
      target: {
        data: (_session: Session, _sequence: RunningSequence, bytes: Buffer) => take(bytes.toString('utf8')),
      },
    });
    this.#attributes = new HtmlAttributes(
      [
        watch('http-equiv', (value) => {
          this.#isRefresh = value.trim().toLowerCase() === 'refresh';
        }),
        watch('content', (value) => {
          this.#content = value;
        }),
        watch('href', (value) => this.#keepBase(value), 'base'),
      ],
      () => this.#endTag(),
    );
  }

  begin(session: Session, sequence: RunningSequence): void {
    this.refresh = undefined;
    this.#base = undefined;
    this.#clear();
    this.#attributes.begin(session, sequence);
  }

  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    if (this.refresh === undefined) this.#attributes.data(session, sequence, bytes, last);
  }

  #endTag(): void {
    if (this.#isRefresh) this.refresh ??= this.#relative(refreshOf(this.#content));
    this.#clear();
  }

  #keepBase(href: string): void {
    this.#base ??= href;
  }

  #relative(refresh: Refresh | undefined): Refresh | undefined {
    return refresh === undefined || this.#base === undefined ? refresh : { ...refresh, base: this.#base };
  }

  #clear(): void {
    this.#isRefresh = false;
    this.#content = '';
  }
}

/**
 * Parses the attribute `content` by the rules of HTML: whole seconds, then a URL. The name and the quotes of
 * the URL are optional. Undefined without a URL, or when the delay is too long.
 */
export function refreshOf(content: string): Refresh | undefined {
  const match = /^\s*(\d+)(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(.*)$/is.exec(content);
  const url = unquoted(match?.[2] ?? '');
  const delayMs = Number(match?.[1]) * 1000;
  return url === '' || !(delayMs <= scenarios.refreshMsMax) ? undefined : { delayMs, url };
}

/** A URL without its quotes. If the closing quote is missing, the URL ends with the text. */
function unquoted(url: string): string {
  const [quote] = url;
  if (quote !== '"' && quote !== "'") return url.trim();
  const end = url.indexOf(quote, 1);
  return (end < 0 ? url.slice(1) : url.slice(1, end)).trim();
}
