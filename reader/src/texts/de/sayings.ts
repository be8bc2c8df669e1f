// What the service says of feeds and imports, in German, by its word for it (`code`): see refusals.ts for why something was refused or failed.

import type { Catalogue } from '../translate.ts';

export const deSayings: Catalogue = {
  'said.sentence': '{sentence}.',
  'said.new-posts': 'Der Feed wurde gelesen und hat Neues',
  'said.nothing-new': 'Der Feed wurde gelesen und hat nichts Neues',
  'said.unchanged': 'Der Feed hat sich seit dem letzten Abruf nicht geändert',
  'said.moved': 'Der Feed ist endgültig umgezogen und wird jetzt unter der neuen Adresse gelesen',
  'said.page-instead': 'Unter der Adresse liegt eine Webseite und kein Feed',
  'said.not-visited': 'Der Feed wurde noch nicht abgerufen',
  'said.visited-just-now': 'Der Feed wurde eben erst abgerufen; in ein paar Minuten geht es wieder',
  'said.visited-for-others':
    'Die Website wird gerade für andere abgerufen; versuche es in einer Minute noch einmal',
  'said.no-such-feed': 'Diesen Feed gibt es nicht mehr',
  'said.read-elsewhere': 'Der Feed wird jetzt unter der neuen Adresse gelesen',
  'said.same-feed': 'Die Adresse liefert den Feed, der schon abonniert ist',
  'said.kept': 'Der Feed bleibt wegen seiner Artikel und wird nicht mehr abgerufen',
  'said.left': 'Der Feed ist abbestellt',
  'said.ask-owner': 'Bitte den Betreiber der Website, Feedreader einzulassen',
  'said.give-login': 'Abonniere ihn mit Name und Passwort in der Adresse',
  'said.feed-not-followed':
    'Von dieser Website ist kein Feed abonniert: Abonniere einen und versuche es noch einmal',
  'said.proposal-moved': 'Der Feed sagt, dass er umgezogen ist; nach einem Tag wird er von dort gelesen',
  'said.proposal-found': 'Nimm stattdessen den Feed, den die Seite nennt',
  'said.proposal-accept': 'Nimm den Feed, der jetzt dort ist, oder bestelle ihn ab',
  'said.proposal-unfollow': 'Da ist nichts zu machen: Bestelle ihn ab oder behalte ihn wegen seiner Artikel',
  'said.too-many-outlines': {
    one: 'Das Dokument hat mehr als {count} Knoten: Der Rest wurde nicht gelesen',
    other: 'Das Dokument hat mehr als {count} Knoten: Der Rest wurde nicht gelesen',
  },
  'said.too-many-groups': {
    one: 'Das Dokument hat mehr als {count} Gruppe: Der Rest wurde ausgelassen',
    other: 'Das Dokument hat mehr als {count} Gruppen: Der Rest wurde ausgelassen',
  },
  'said.too-many-feeds': {
    one: 'Das Dokument hat mehr als {count} Feed: Der Rest wurde ausgelassen',
    other: 'Das Dokument hat mehr als {count} Feeds: Der Rest wurde ausgelassen',
  },
  'said.too-many-tags': {
    one: 'Manche Artikel haben mehr als {count} Schlagwort: Der Rest wurde ausgelassen',
    other: 'Manche Artikel haben mehr als {count} Schlagwörter: Der Rest wurde ausgelassen',
  },
  'said.newer-file': 'Die Datei stammt von einem neueren Courant: Was hier unbekannt ist, wurde ausgelassen',
  'said.unreadable-lines': {
    one: '{count} Zeile der Datei ist unlesbar',
    other: '{count} Zeilen der Datei sind unlesbar',
  },
  'said.items-without-feed': {
    one: '{count} Artikel nennt keinen Feed, der sich abonnieren lässt: ausgelassen',
    other: '{count} Artikel nennen keinen Feed, der sich abonnieren lässt: ausgelassen',
  },
  'said.feeds-without-address': {
    one: '{count} Quelle hat keine Adresse eines Feeds: ausgelassen',
    other: '{count} Quellen haben keine Adresse eines Feeds: ausgelassen',
  },
  'said.unknown-files': {
    one: '{count} Datei des Archivs ist ausgelassen: nicht zum Importieren geeignet',
    other: '{count} Dateien des Archivs sind ausgelassen: nicht zum Importieren geeignet',
  },
  'said.waiting-feeds': {
    one: '{count} Feed wartet auf seine Website, die beschäftigt ist oder gerade nicht antworten kann',
    other: '{count} Feeds warten auf ihre Websites, die beschäftigt sind oder gerade nicht antworten können',
  },
  'said.silent-feeds': {
    one: '{count} Feed liefert gerade nichts: Er ist trotzdem abonniert, mit dem, was das Dokument enthält',
    other:
      '{count} Feeds liefern gerade nichts: Sie sind trotzdem abonniert, mit dem, was das Dokument enthält',
  },
};
