// What can be chosen in a menu under three dots. Not in `popover-menu.tsx`, which the first screen loads.
import { Icon, type IconName } from './icons.tsx';

export function MenuEntry({ icon, text, act }: { icon: IconName; text: string; act: () => void }) {
  return (
    <button type="button" role="menuitem" onClick={act}>
      <Icon name={icon} />
      {text}
    </button>
  );
}
