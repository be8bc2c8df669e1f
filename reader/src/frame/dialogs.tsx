// The dialogs that are asked for from anywhere.
import { Lightbox } from '../screens/article/lightbox.tsx';
import { openPictures } from '../screens/article/lightbox-state.ts';
import { openDialog } from './asked-for.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

export function Dialogs() {
  const close = (): void => {
    openDialog.value = undefined;
  };
  if (openPictures.value) return <Lightbox {...openPictures.value} />;
  return openDialog.value === 'keys' ? <KeysDialog close={close} /> : <Palette close={close} />;
}
