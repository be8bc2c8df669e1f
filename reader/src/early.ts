// Runs before anything is painted: what the person has chosen must not flash up otherwise.
try {
  const { theme, language } = JSON.parse(localStorage.getItem('settings') ?? '{}');
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  const chosen: string = language || navigator.language;
  if (/^(ar|fa|he|ur)\b/.test(chosen)) document.documentElement.dir = 'rtl';
} catch {
  // No storage, or nonsense in it: the look of the system is right.
}
