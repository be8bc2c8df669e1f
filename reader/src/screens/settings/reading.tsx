// How articles look, how the reader looks, in which language, and when an item counts as read.
import { change, type Settings, settings } from '../../data/settings.ts';
import { chooseLanguage, languageNames } from '../../texts/choice.ts';
import { type Key, t, useLanguage } from '../../texts/translate.ts';
import { Pick, Switch } from './pick.tsx';

export function Reading() {
  return (
    <>
      <p class="sub">{t('settings.here')}</p>
      <ArticleLook />
      <Appearance />
      <Marking />
    </>
  );
}

/** Settings with a few values, each with a text. */
type Choosable = 'font' | 'width' | 'lineHeight' | 'theme' | 'density';

const choices: { readonly [Name in Choosable]: { text: Key; values: Record<string, Key> } } = {
  font: {
    text: 'settings.font',
    values: {
      serif: 'settings.serif',
      sans: 'settings.sans',
      system: 'settings.systemFont',
      legible: 'settings.legibleFont',
    },
  },
  width: {
    text: 'settings.width',
    values: { narrow: 'settings.narrow', usual: 'settings.usual', wide: 'settings.wide' },
  },
  lineHeight: {
    text: 'settings.lineHeight',
    values: { tight: 'settings.tight', usual: 'settings.usual', loose: 'settings.loose' },
  },
  theme: {
    text: 'settings.theme',
    values: {
      system: 'settings.asSystem',
      light: 'settings.light',
      dark: 'settings.dark',
      sepia: 'settings.sepia',
      black: 'settings.black',
    },
  },
  density: {
    text: 'settings.density',
    values: { usual: 'settings.usual', compact: 'settings.compact' },
  },
};

function PickSetting({ name }: { name: Choosable }) {
  const { text, values } = choices[name];
  const options = Object.entries(values).map(([value, key]) => ({
    value,
    text: t(key as 'settings.usual'),
    class: `${name}-${value}`,
  }));
  return (
    <Pick
      label={t(text as 'settings.font')}
      value={settings.value[name] as string}
      options={options}
      onPick={(value) => change({ [name]: value })}
    />
  );
}

const sizes = [-2, -1, 0, 1, 2] as const;
/** How large the letter is that stands for each, in rem. */
const sizeLetters = [0.75, 0.875, 1, 1.1875, 1.4375];
const sizeTexts = [
  'settings.smallest',
  'settings.smaller',
  'settings.usual',
  'settings.larger',
  'settings.largest',
] as const;

function ArticleLook() {
  const options = sizes.map((value, index) => ({
    value,
    class: 'size',
    text: (
      <>
        <span aria-hidden="true" style={{ fontSize: `${sizeLetters[index]}rem` }}>
          A
        </span>
        <span class="vh">{t(sizeTexts[index] ?? 'settings.usual')}</span>
      </>
    ),
  }));
  return (
    <section aria-labelledby="look-title">
      <h2 id="look-title">{t('settings.articles')}</h2>
      <p class="sample">{t('settings.sample')}</p>
      <PickSetting name="font" />
      <Pick
        label={t('settings.size')}
        value={settings.value.size}
        options={options}
        onPick={(size) => change({ size })}
      />
      <PickSetting name="width" />
      <PickSetting name="lineHeight" />
    </section>
  );
}

function Appearance() {
  return (
    <section aria-labelledby="appearance-title">
      <h2 id="appearance-title">{t('settings.appearance')}</h2>
      <PickSetting name="theme" />
      <PickSetting name="density" />
      <LanguageChoice />
      <Switch
        label={t('settings.hideRead')}
        hint={t('settings.hideReadHint')}
        isOn={settings.value.hidesRead}
        onSwitch={(isOn) => change({ hidesRead: isOn })}
      />
    </section>
  );
}

function LanguageChoice() {
  const ofBrowser = languageNames[chooseLanguage('', navigator.languages)];
  const choose = (language: string): void => {
    change({ language });
    void useLanguage();
  };
  return (
    <div class="set">
      <label class="of" for="language">
        {t('settings.language')}
      </label>
      <select
        id="language"
        class="select"
        value={settings.value.language}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{t('settings.asBrowser', { language: ofBrowser })}</option>
        {Object.entries(languageNames).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Marking() {
  const { markReadAfter, markOnScroll } = settings.value;
  const options: { value: Settings['markReadAfter']; text: string }[] = [
    { value: 0, text: t('settings.atOnce') },
    { value: 2, text: t('settings.afterSeconds', { count: 2 }) },
    { value: -1, text: t('settings.never') },
  ];
  return (
    <section aria-labelledby="marking-title">
      <h2 id="marking-title">{t('settings.marking')}</h2>
      <Pick
        label={t('settings.markAfter')}
        value={markReadAfter}
        options={options}
        onPick={(value) => change({ markReadAfter: value })}
      />
      <Switch
        label={t('settings.markOnScroll')}
        hint={t('settings.markOnScrollHint')}
        isOn={markOnScroll}
        onSwitch={(isOn) => change({ markOnScroll: isOn })}
      />
    </section>
  );
}
