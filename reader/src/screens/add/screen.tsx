// The Add screen: following one feed by its address, importing another reader's export, exporting, and following from elsewhere.
import { t } from '../../texts/translate.ts';
import { PageBar } from '../page-bar.tsx';
import { AddForm } from './form.tsx';
import { FromAnywhere } from './from-anywhere.tsx';
import { ImportFile } from './import-file.tsx';
import { TakeAlong } from './take-along.tsx';

export function AddScreen() {
  return (
    <div class="page">
      <PageBar />
      <h1>{t('keys.add')}</h1>
      <p class="sub">{t('empty.firstHint')}</p>
      <AddForm />
      <ImportFile />
      <TakeAlong />
      <FromAnywhere />
    </div>
  );
}
