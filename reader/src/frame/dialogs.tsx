// The dialogs, loaded when they are first asked for.
import { openPictures } from '../screens/article/lightbox-state.ts';
import { openDialog } from './asked-for.ts';
import { lazily } from './lazily.tsx';

const KeysDialog = lazily(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const Lightbox = lazily(async () => (await import('../screens/article/lightbox.tsx')).Lightbox);
const Palette = lazily(async () => (await import('./palette.tsx')).Palette);

export function Dialogs() {
  const close = (): void => {
    openDialog.value = undefined;
  };
  if (openPictures.value) return <Lightbox {...openPictures.value} />;
  if (openDialog.value === 'keys') return <KeysDialog close={close} />;
  if (openDialog.value === 'palette') return <Palette close={close} />;
  return null;
}
