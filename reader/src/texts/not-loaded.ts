// What is said while the program cannot be loaded, its texts included: inlined in the shell, so that no page stays blank.
import type { Language } from './choice.ts';

/** As in the texts of the program (`error.screen`, `error.retry`). */
export const notLoaded: Readonly<Record<Language, readonly [what: string, again: string]>> = {
  en: ['This page could not be loaded', 'Try again'],
  de: ['Diese Seite konnte nicht geladen werden', 'Erneut versuchen'],
  fr: ['Impossible de charger cette page', 'Réessayer'],
  es: ['No se pudo cargar esta página', 'Reintentar'],
  ja: ['このページを読み込めませんでした', '再試行'],
  ar: ['تعذّر تحميل هذه الصفحة', 'إعادة المحاولة'],
};
