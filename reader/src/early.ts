// Runs before anything is painted: what the person has chosen must not flash up otherwise.
import { chooseLanguage, directionOf } from './texts/choice.ts';

try {
  const { theme, language } = JSON.parse(localStorage.getItem('settings') ?? '{}');
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  const chosen = chooseLanguage(language ?? '', navigator.languages);
  root.lang = chosen;
  root.dir = directionOf(chosen);
} catch {
  // No storage, or nonsense in it: the look of the system is right.
}
