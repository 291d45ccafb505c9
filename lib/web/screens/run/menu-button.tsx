import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type MenuProps = {
  readonly name: string;
  /** Called when the menu opens for the first time. */
  readonly opened?: () => void;
  readonly children: ComponentChildren;
};

/** A button that opens a list of links and buttons. A choice, Escape and a click elsewhere close it. */
export function Menu({ name, opened, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const leave = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
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
