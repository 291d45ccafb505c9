import { grouped } from '../../../words.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import type { Processor } from '../../model/handlers.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import { lazily } from '../lazy-modules.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The HTML tokenizer, which splits a page into tags and text. It must be loaded before pages are read. */
export const htmlTokenizer = lazily('the HTML tokenizer', () => import('./tokenizer.ts'));

/** An attribute of a tag to watch, with names in lower case, and the processor that receives its values. */
export type WatchedAttribute = {
  readonly tag: string;
  readonly attribute: string;
  readonly target: Processor;
  /** Called at the end of each tag with this name, even if it lacks the attribute. */
  readonly tagEnd?: () => void;
};

/**
 * Reads a page as it arrives and passes the values of some attributes to processors, each value in one piece.
 * Text in comments, scripts and styles does not count as tags. Character references such as `&amp;` are
 * decoded. A value has the bytes of the page in any encoding, because each byte is read as one character.
 */
export class HtmlAttributes implements Processor {
  readonly #targets: readonly Processor[];
  /** The processors of the watched attributes, by tag and attribute. */
  readonly #watched: ReadonlyMap<string, ReadonlyMap<string, readonly Processor[]>>;
  readonly #tagEnds: ReadonlyMap<string, readonly (() => void)[]>;
  readonly #tokenizer: Tokenizer;
  readonly #onTagEnd: () => void;
  /** The current fragment of the page, its offset in the page, and the end of the text before it. */
  #text = '';
  #offset = 0;
  #before = '';
  /** The name and the processors of the current tag. */
  #tag = '';
  #ofTag: ReadonlyMap<string, readonly Processor[]> | undefined;
  /** The processors that receive the value of the current attribute. Undefined when it is not watched. */
  #takers: readonly Processor[] | undefined;
  #value = '';
  // The session and the sequence for which the current call works.
  #session: Session | undefined;
  #sequence: RunningSequence | undefined;

  /** `onTagEnd` is called at the end of each tag with a watched name, even without a watched attribute. */
  constructor(watched: readonly WatchedAttribute[], onTagEnd: () => void = nothing) {
    this.#onTagEnd = onTagEnd;
    this.#targets = [...new Set(watched.map(({ target }) => target))];
    this.#watched = byTag(watched);
    this.#tagEnds = endsByTag(watched);
    this.#tokenizer = this.#makeTokenizer();
  }

  begin(session: Session, sequence: RunningSequence): void {
    this.#reset();
    for (const target of this.#targets) target.begin?.(session, sequence);
  }

  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    this.#session = session;
    this.#sequence = sequence;
    if (bytes.length > 0) {
      this.#text = bytes.toString('latin1');
      this.#tokenizer.write(this.#text);
      this.#offset += this.#text.length;
      this.#before = (this.#text.length < lookBack ? this.#before + this.#text : this.#text).slice(-lookBack);
      this.#text = '';
    }
    // A tag that is cut off at the end of the page is ignored.
    if (last) this.#reset();
  }

  end(session: Session, sequence: RunningSequence): void {
    for (const target of this.#targets) target.end?.(session, sequence);
  }

  abort(session: Session, sequence: RunningSequence): void {
    this.#reset();
    for (const target of this.#targets) target.abort?.(session, sequence);
  }

  #reset(): void {
    this.#tokenizer.reset();
    this.#offset = 0;
    this.#before = '';
    this.#ofTag = undefined;
    this.#takers = undefined;
    this.#value = '';
  }

  #makeTokenizer(): Tokenizer {
    const { QuoteType, Tokenizer } = htmlTokenizer.module;
    return new Tokenizer(
      { decodeEntities: true },
      {
        onopentagname: (start, end) => {
          this.#tag = this.#slice(start, end).toLowerCase();
          this.#ofTag = this.#watched.get(this.#tag);
        },
        onattribname: (start, end) => {
          if (this.#ofTag !== undefined) this.#beginAttribute(this.#slice(start, end).toLowerCase());
        },
        onattribdata: (start, end) => {
          if (this.#takers !== undefined) this.#add(this.#slice(start, end));
        },
        onattribentity: (point) => {
          if (this.#takers !== undefined)
            this.#add(Buffer.from(String.fromCodePoint(point)).toString('latin1'));
        },
        onattribend: (quote) => this.#endAttribute(quote !== QuoteType.NoValue),
        onopentagend: () => this.#endTag(),
        onselfclosingtag: () => this.#endTag(),
        onclosetag: nothing,
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onend: nothing,
        onprocessinginstruction: nothing,
        ontext: nothing,
        ontextentity: nothing,
      },
    );
  }

  #endTag(): void {
    if (this.#ofTag === undefined) return;
    for (const tagEnd of this.#tagEnds.get(this.#tag) ?? []) tagEnd();
    this.#onTagEnd();
  }

  #beginAttribute(name: string): void {
    this.#takers = this.#ofTag?.get(name);
    this.#value = '';
  }

  #add(text: string): void {
    this.#value += text;
    if (this.#value.length > exchanges.valueBytesMax)
      throw new Error(`an HTML attribute has more than ${grouped(exchanges.valueBytesMax)} bytes`);
  }

  #endAttribute(hasValue: boolean): void {
    const takers = this.#takers;
    this.#takers = undefined;
    if (takers === undefined || !hasValue) return;
    const value = Buffer.from(this.#value, 'latin1');
    for (const taker of takers) taker.data(this.#session!, this.#sequence!, value, true);
  }

  /**
   * The part of the page from `start` to `end`. A name may have begun in earlier fragments. If it began
   * before the text that is kept, the result is empty, which never equals a watched name.
   */
  #slice(start: number, end: number): string {
    const from = start - this.#offset;
    if (from >= 0) return this.#text.slice(from, end - this.#offset);
    const before = this.#before.length + from;
    return before < 0
      ? ''
      : (this.#before + this.#text).slice(before, end - this.#offset + this.#before.length);
  }
}

/**
 * The number of characters of earlier fragments that are kept, in case a name began there. It is longer than
 * every watched name.
 */
const lookBack = 256;

function byTag(
  watched: readonly WatchedAttribute[],
): ReadonlyMap<string, ReadonlyMap<string, readonly Processor[]>> {
  const tags = new Map<string, Map<string, Processor[]>>();
  for (const { tag, attribute, target } of watched) {
    const attributes = tags.get(tag) ?? new Map<string, Processor[]>();
    tags.set(tag, attributes.set(attribute, [...(attributes.get(attribute) ?? []), target]));
  }
  return tags;
}

function endsByTag(watched: readonly WatchedAttribute[]): ReadonlyMap<string, readonly (() => void)[]> {
  const ends = new Map<string, (() => void)[]>();
  for (const { tag, tagEnd } of watched)
    if (tagEnd !== undefined) ends.set(tag, [...(ends.get(tag) ?? []), tagEnd]);
  return ends;
}

function nothing(): void {}
