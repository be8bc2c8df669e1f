// The texts of the first screen, in French (see en/first.ts).
import type { Catalogue } from '../translate.ts';

export const fr: Catalogue = {
  'app.skip': 'Aller à la liste',

  'stream.unread': 'Non lus',
  'stream.starred': 'Favoris',
  'stream.everything': 'Tout',
  'stream.feeds': 'Flux',
  'stream.search': 'Recherche',

  'side.close': 'Fermer les flux',
  'side.add': 'Ajouter un flux',
  'side.manage': 'Gérer les flux',
  'side.settings': 'Réglages',
  'side.ungrouped': 'Autres flux',
  'side.fold': 'Replier {title}',
  'side.unfold': 'Déplier {title}',
  'side.showAll': 'Afficher tous les flux',
  'side.ailing': 'À vérifier',
  'side.unread': { one: '{count} non lu', many: '{count} de non lus', other: '{count} non lus' },

  'tabs.label': 'Navigation principale',

  'list.items': 'Articles',
  'list.inFeeds': { one: 'dans {count} flux', many: 'dans {count} de flux', other: 'dans {count} flux' },
  'list.markAll': {
    one: 'Marquer {count} article de {scope} comme lu',
    many: 'Marquer {count} d’articles de {scope} comme lus',
    other: 'Marquer {count} articles de {scope} comme lus',
  },
  'list.markAllNone': 'Rien à marquer comme lu dans {scope}',
  'list.more': 'Plus pour cette liste',
  'list.order': 'Ordre',
  'list.newest': 'Plus récents',
  'list.oldest': 'Plus anciens',
  'list.byFeed': 'Par flux',
  'list.today': 'Aujourd’hui',
  'list.yesterday': 'Hier',
  'list.showUnread': 'Non lus seulement',
  'list.about': 'À propos de ce flux',
  'list.refresh': 'Actualiser',
  'list.end': 'C’est tout',
  'list.endSaved': 'Voilà les articles enregistrés dans ce navigateur',
  'list.loadingMore': 'Chargement de la suite',
  'list.loading': 'Chargement',
  'list.starred': 'Favori',
  'list.audio': 'Audio',
  'list.video': 'Vidéo',
  'list.audioLength': '{minutes} min',

  'error.list': 'Impossible de charger cette liste',
  'error.retry': 'Réessayer',
  'error.screen': 'Impossible de charger cette page',
  'error.part': 'Impossible de charger une partie de cette page',
  'error.missing': 'Il n’y a rien à cette adresse',
  'error.toUnread': 'Aller aux articles non lus',
  'error.refused': 'Annulé : {reason}',

  'strip.failing': {
    one: '{count} flux à vérifier',
    many: '{count} de flux à vérifier',
    other: '{count} flux à vérifier',
  },

  'feed.failing': 'en panne',

  'toast.label': 'Message',
  'toast.read': {
    one: '{count} article marqué comme lu',
    many: '{count} d’articles marqués comme lus',
    other: '{count} articles marqués comme lus',
  },
  'toast.undo': 'Annuler',
  'toast.undoing': 'Annulation…',
  'toast.undone': 'Annulé',
  'toast.nothingToUndo': 'Rien à annuler',
  'toast.dismiss': 'Fermer',
  'toast.kept': 'Gardé non lu',
  'toast.starred': 'Ajouté aux favoris',
  'toast.unstarred': 'Retiré des favoris',

  'keys.title': 'Clavier',
  'keys.chord': '{key}, puis {keys}',
};
