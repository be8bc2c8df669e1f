// A button with three dots, the menu under it, and what can be chosen there.
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { isRightToLeft } from './layout.ts';
import { entriesOf, stepInMenu } from './menu-keys.ts';

export function PopoverMenu({ label, children }: { label: string; children: ComponentChildren }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** The menu is drawn only once somebody has asked for it. */
  const [wasAsked, setAsked] = useState(false);
  const opened = (event: { newState: string }): void => {
    if (event.newState !== 'open' || !menu.current || !button.current) return;
    const { left, right, bottom } = button.current.getBoundingClientRect();
    placeMenu(menu.current, isRightToLeft() ? left : right - menu.current.offsetWidth, bottom + 4);
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
        // Before what was chosen is done: a dialog gives the focus back to what has it when it is opened.
        onClickCapture={() => menu.current?.hidePopover()}
      >
        {wasAsked && children}
      </div>
    </>
  );
}

export function MenuEntry({ icon, text, act }: { icon: IconName; text: string; act: () => void }) {
  return (
    <button type="button" role="menuitem" onClick={act}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

/** In pixels of the window, and never beyond its edge. */
export function placeMenu(menu: HTMLElement, left: number, top: number): void {
  const { style, offsetWidth, offsetHeight } = menu;
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  style.top = `${Math.max(8, Math.min(top, innerHeight - offsetHeight - 8))}px`;
}
