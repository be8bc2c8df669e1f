// The texts of the first screen, in German (see en/first.ts).
import type { Catalogue } from '../translate.ts';

export const de: Catalogue = {
  'app.skip': 'Zur Liste springen',

  'stream.unread': 'Ungelesen',
  'stream.starred': 'Gemerkt',
  'stream.everything': 'Alles',
  'stream.feeds': 'Feeds',
  'stream.search': 'Suche',

  'side.close': 'Feeds schließen',
  'side.add': 'Feed hinzufügen',
  'side.manage': 'Feeds verwalten',
  'side.settings': 'Einstellungen',
  'side.ungrouped': 'Weitere Feeds',
  'side.fold': '{title} einklappen',
  'side.unfold': '{title} ausklappen',
  'side.showAll': 'Alle Feeds zeigen',
  'side.ailing': 'Braucht Aufmerksamkeit',
  'side.unread': { one: '{count} ungelesen', other: '{count} ungelesen' },

  'tabs.label': 'Hauptbereiche',

  'list.items': 'Artikel',
  'list.inFeeds': { one: 'in {count} Feed', other: 'in {count} Feeds' },
  'list.markAll': {
    one: '{count} in {scope} als gelesen markieren',
    other: '{count} in {scope} als gelesen markieren',
  },
  'list.markAllNone': 'In {scope} ist nichts ungelesen',
  'list.more': 'Mehr zu dieser Liste',
  'list.order': 'Reihenfolge',
  'list.newest': 'Neueste',
  'list.oldest': 'Älteste',
  'list.byFeed': 'Nach Feed',
  'list.today': 'Heute',
  'list.yesterday': 'Gestern',
  'list.showUnread': 'Nur ungelesene',
  'list.about': 'Über diesen Feed',
  'list.refresh': 'Aktualisieren',
  'list.end': 'Das ist alles',
  'list.endSaved': 'Das sind die Artikel, die in diesem Browser gespeichert sind',
  'list.loadingMore': 'Weitere werden geladen',
  'list.loading': 'Wird geladen',
  'list.starred': 'Gemerkt',
  'list.audio': 'Audio',
  'list.video': 'Video',
  'list.audioLength': '{minutes} Min.',

  'error.list': 'Diese Liste konnte nicht geladen werden',
  'error.retry': 'Erneut versuchen',
  'error.screen': 'Diese Seite konnte nicht geladen werden',
  'error.part': 'Ein Teil dieser Seite konnte nicht geladen werden',
  'error.missing': 'Unter dieser Adresse gibt es nichts',
  'error.toUnread': 'Zu den ungelesenen Artikeln',
  'error.refused': 'Zurückgenommen: {reason}',

  'strip.failing': {
    one: '{count} Feed braucht Aufmerksamkeit',
    other: '{count} Feeds brauchen Aufmerksamkeit',
  },

  'feed.failing': 'gestört',

  'toast.label': 'Meldung',
  'toast.read': {
    one: '{count} Artikel als gelesen markiert',
    other: '{count} Artikel als gelesen markiert',
  },
  'toast.undo': 'Rückgängig',
  'toast.undoing': 'Wird rückgängig gemacht …',
  'toast.undone': 'Rückgängig gemacht',
  'toast.nothingToUndo': 'Nichts rückgängig zu machen',
  'toast.dismiss': 'Ausblenden',
  'toast.kept': 'Ungelesen gelassen',
  'toast.starred': 'Gemerkt',
  'toast.unstarred': 'Nicht mehr gemerkt',

  'keys.title': 'Tastatur',
  'keys.chord': '{key}, dann {keys}',
};
