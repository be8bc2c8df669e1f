// Following: one feed by its address, or all that another reader has exported.
import { t } from '../../texts/translate.ts';
import { AddForm } from './form.tsx';
import { ImportFile } from './import-file.tsx';

export function AddScreen() {
  return (
    <div class="page">
      <h1>{t('keys.add')}</h1>
      <p class="sub">{t('empty.firstHint')}</p>
      <AddForm />
      <ImportFile />
    </div>
  );
}
