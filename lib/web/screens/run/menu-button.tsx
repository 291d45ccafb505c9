import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

type MenuProps = {
  readonly name: string;
  /** Called each time the menu opens. */
  readonly opened?: () => void;
  readonly children: ComponentChildren;
};

/** A button that opens a list of links and buttons. A choice, Escape and a click elsewhere close it. */
export function Menu({ name, opened, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const leave = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    if (isOpen) moveIntoWindow(list.current);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) setOpen(false);
    };
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          if (!isOpen) opened?.();
          setOpen(!isOpen);
        }}
      >
        {name} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys use the links and buttons in the list.
        <ul
          ref={list}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a, button')) leave();
          }}
        >
          {children}
        </ul>
      )}
    </div>
  );
}

/**
 * Moves an open menu into the window. Its button may be at either edge, because a long name moves the buttons
 * to another line.
 */
function moveIntoWindow(list: HTMLElement | null): void {
  if (list === null) return;
  const { left, right } = list.getBoundingClientRect();
  const most = document.documentElement.clientWidth - marginPx;
  list.style.translate = `${Math.max(marginPx - left, Math.min(0, most - right))}px`;
}

/** The least distance of a list from the edge of the window. */
const marginPx = 12;
