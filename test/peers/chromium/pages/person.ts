import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Stage, TabOptions } from './stage.ts';

/** A person who uses the keyboard alone. */
export type Person = AsyncDisposable & {
  readonly page: Page;
  readonly actions: number;
  /** Moves the focus to a link or button by Tab, and presses Enter. */
  readonly use: (target: Locator) => Promise<void>;
  /** Moves the focus to a field by Tab, types a text, and presses Enter. */
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Moves the focus to a field by Tab, and types a text. */
  readonly fill: (target: Locator, text: string) => Promise<void>;
};

/** Opens a path for a person who uses the keyboard alone. */
export async function personAt(stage: Stage, path: string, options: TabOptions = {}): Promise<Person> {
  const { page, close } = await stage.open(path, options);
  let actions = 0;
  const focus = async (target: Locator): Promise<void> => {
    await target.waitFor();
    const isThere = (): Promise<boolean> => target.evaluate((element) => element.matches(':focus'));
    for (let tabs = 0; tabs < 80; tabs++) {
      if (await isThere()) return;
      await page.keyboard.press('Tab');
    }
    assert.fail('the Tab key does not reach the element');
  };
  return {
    page,
    get actions() {
      return actions;
    },
    use: async (target) => {
      await focus(target);
      actions += 1;
      await page.keyboard.press('Enter');
    },
    type: async (target, text) => {
      await focus(target);
      actions += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    fill: async (target, text) => {
      await focus(target);
      actions += 1;
      await page.keyboard.type(text);
    },
    [Symbol.asyncDispose]: close,
  };
}
