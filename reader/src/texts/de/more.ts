// The texts of everything that is loaded after the first screen, in German (see en/more.ts).

import type { Catalogue } from '../translate.ts';
import { deAccount } from './account.ts';
import { deFeeds } from './feeds.ts';
import { deRefusals } from './refusals.ts';
import { deSayings } from './sayings.ts';
import { deSettings } from './settings.ts';
import { deTransfer } from './transfer.ts';

export const deMore: Catalogue = {
  'strip.offline': {
    one: 'Du bist offline. {count} gespeicherter Artikel wird angezeigt.',
    other: 'Du bist offline. {count} gespeicherte Artikel werden angezeigt.',
  },
  'strip.away': {
    one: 'Der Server ist nicht erreichbar. {count} gespeicherter Artikel wird angezeigt.',
    other: 'Der Server ist nicht erreichbar. {count} gespeicherte Artikel werden angezeigt.',
  },
  'strip.waiting': {
    one: '{count} Änderung wird später abgeglichen.',
    other: '{count} Änderungen werden später abgeglichen.',
  },
  'strip.unsent': {
    one: '{count} Änderung ist noch nicht auf dem Server. Weitere Versuche folgen.',
    other: '{count} Änderungen sind noch nicht auf dem Server. Weitere Versuche folgen.',
  },
  'strip.stale': 'Zuletzt vom Server gehört: {when}.',

  'article.feedText': 'Text des Feeds',
  'article.more': 'Mehr',
  'article.editTags': 'Schlagwörter …',
  'article.tags': 'Schlagwörter',
  'article.newTag': 'Neues Schlagwort',
  'article.addTag': 'Hinzufügen',
  'article.back': 'Zurück zur Liste',
  'article.copyLink': 'Link kopieren',
  'article.copied': 'Link kopiert',
  'article.share': 'Teilen',
  'article.minutes': { one: '{count} Min. Lesezeit', other: '{count} Min. Lesezeit' },
  'article.dayAndTime': '{day}, {time}',
  'article.updated': 'Aktualisiert: {date}',
  'article.tools': 'Aktionen für diesen Artikel',
  'article.loadEmbed': '{host} hier anzeigen',
  'article.embedHint': 'Von {host} wird erst etwas geladen, wenn du es willst.',
  'article.fetching': 'Volltext wird geholt',
  'article.enlarge': 'Vergrößern',
  'article.footnote': 'Fußnote',
  'article.markAbove': 'Alle darüber als gelesen markieren',
  'article.markBelow': 'Alle darunter als gelesen markieren',
  'article.fromFeed': 'Zu {title}',

  'list.fresh': { one: '{count} neuer', other: '{count} neue' },
  'toast.unread': {
    one: '{count} Artikel als ungelesen markiert',
    other: '{count} Artikel als ungelesen markiert',
  },

  'lightbox.label': 'Bild',
  'lightbox.of': '{index} von {count}',

  'player.label': 'Player',
  'player.play': 'Abspielen',
  'player.pause': 'Pause',
  'player.back': '{seconds} Sekunden zurück',
  'player.forward': '{seconds} Sekunden vor',
  'player.speed': 'Tempo',
  'player.seek': 'Position',
  'player.close': 'Player schließen',
  'player.time': '{now} von {length}',
  'player.failed': 'Diese Datei konnte nicht abgespielt werden',

  'search.label': 'Alle Artikel durchsuchen',
  'search.placeholder': 'Wörter oder „eine Wortgruppe“',
  'search.hint':
    'Auch: -ohne, title:Wort, author:Name, feed:Name, tag:Wort, is:unread, is:starred, after:2026-11-01',
  'search.found': 'Gefundene Artikel: {count}',
  'search.wrong': 'Diese Suche wurde nicht verstanden',

  'palette.label': 'Gehe zu',
  'palette.placeholder': 'Feed, Gruppe oder Befehl',
  'palette.none': 'Nichts mit diesem Namen',
  'palette.searchFor': 'Nach „{words}“ suchen',

  'menu.label': 'Aktionen',

  'keys.off': 'Die Tasten sind in den Einstellungen abgeschaltet.',
  'keys.space': 'Leertaste',
  'keys.control': 'Strg',
  'keys.next': 'Nächster',
  'keys.previous': 'Voriger',
  'keys.nextOnly': 'Nächster, ohne zu öffnen',
  'keys.previousOnly': 'Voriger, ohne zu öffnen',
  'keys.scroll': 'Blättern, dann nächster',
  'keys.scrollBack': 'Zurückblättern',
  'keys.open': 'Öffnen / schließen',
  'keys.close': 'Schließen',
  'keys.original': 'Original öffnen',
  'keys.originalBehind': 'Original im Hintergrund öffnen',
  'keys.toggleRead': 'Gelesen / ungelesen',
  'keys.star': 'Merken',
  'keys.markAll': 'Alle als gelesen markieren',
  'keys.markAbove': 'Alle darüber gelesen',
  'keys.markBelow': 'Alle darunter gelesen',
  'keys.undo': 'Rückgängig',
  'keys.fullText': 'Volltext',
  'keys.comments': 'Kommentare',
  'keys.refresh': 'Aktualisieren',
  'keys.goUnread': 'Zu den ungelesenen Artikeln',
  'keys.goStarred': 'Zu den gemerkten Artikeln',
  'keys.goEverything': 'Zu allen Artikeln',
  'keys.goFeed': 'Zu einem Feed',
  'keys.top': 'Zum Anfang',
  'keys.end': 'Zum Ende',
  'keys.nextFeed': 'Nächster Feed',
  'keys.previousFeed': 'Voriger Feed',
  'keys.search': 'Suchen',
  'keys.add': 'Feed hinzufügen',
  'keys.menu': 'Aktionen für den Artikel',
  'keys.zen': 'Nur der Artikel',
  'keys.side': 'Feeds ein- oder ausblenden',
  'keys.help': 'Liste aller Tasten',

  'keys.goHistory': 'Zum Verlauf',
  'article.noPicture': 'Dieses Bild konnte nicht geladen werden',

  'keys.goManage': 'Zur Verwaltung der Feeds',
  'keys.about': 'Über den Feed',

  ...deSettings,
  ...deAccount,
  ...deTransfer,
  ...deFeeds,
  ...deRefusals,
  ...deSayings,

  'empty.allRead': 'Das war erst einmal alles',
  'empty.allReadHint': 'Neue Artikel erscheinen hier, sobald sie veröffentlicht werden.',
  'empty.lookStarred': 'Gemerktes ansehen',
  'empty.first': 'Den ersten Feed abonnieren',
  'empty.firstHint':
    'Die Adresse einer beliebigen Website einfügen oder die Liste aus einem anderen Reader mitbringen.',
  'empty.import': 'OPML importieren',
  'empty.starred': 'Nichts gemerkt',
  'empty.starredHint': 'Was du dir merkst, findest du hier wieder, egal wie alt es wird.',
  'empty.filtered': 'Nichts Ungelesenes in {title}',
  'empty.filteredHint': 'Was du gelesen hast, ist noch da.',
  'empty.showAll': 'Auch gelesene Artikel zeigen',
  'empty.stream': 'Noch nichts in {title}',
  'empty.streamHint': 'Neues erscheint hier, sobald es veröffentlicht wird.',
  'empty.search': 'Nichts gefunden',
  'empty.searchHint':
    'Versuche es mit weniger Wörtern oder anderer Schreibweise. Gesucht wird genau das, was eingegeben ist.',
  'empty.selection': 'Nichts geöffnet',
  'empty.selectionHint': {
    one: '{count} Artikel ist ungelesen.',
    other: '{count} Artikel sind ungelesen.',
  },
  'empty.selectionKeys': '{next} öffnet den nächsten, {help} zeigt alle Tasten.',
  'error.article': 'Dieser Text konnte nicht geladen werden',
  'error.offlineArticle': 'Du bist offline, und dieser Text ist nicht in diesem Browser gespeichert.',
  'error.gone': 'Diesen Artikel gibt es nicht mehr',
  'article.label': 'Artikel',
  'article.markRead': 'Als gelesen markieren',
  'article.markUnread': 'Ungelesen lassen',
  'article.star': 'Merken',
  'article.unstar': 'Nicht mehr merken',
};
