// A button with three dots, and the menu under it.
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { entriesOf, stepInMenu } from './menu-keys.ts';

export function PopoverMenu({ label, children }: { label: string; children: ComponentChildren }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** The menu is drawn only once somebody has asked for it. */
  const [wasAsked, setAsked] = useState(false);
  const opened = (event: { newState: string }): void => {
    if (event.newState !== 'open' || !menu.current || !button.current) return;
    const box = button.current.getBoundingClientRect();
    const { width, height } = menu.current.getBoundingClientRect();
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const left = isRightToLeft ? box.left : box.right - width;
    menu.current.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    menu.current.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - height - 8))}px`;
    entriesOf(menu.current)[0]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="ib"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popovertarget={id}
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onBeforeToggle={() => setAsked(true)}
        onToggle={opened}
        onKeyDown={stepInMenu}
        onClick={() => menu.current?.hidePopover()}
      >
        {wasAsked && children}
      </div>
    </>
  );
}
