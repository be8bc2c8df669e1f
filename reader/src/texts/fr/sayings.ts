// What the service says of feeds and imports, in French, by its word for it (`code`): see refusals.ts for why something was refused or failed.

import type { Catalogue } from '../translate.ts';

export const frSayings: Catalogue = {
  'said.sentence': '{sentence}.',
  'said.new-posts': 'Le flux a été lu et contient du nouveau',
  'said.nothing-new': 'Le flux a été lu et ne contient rien de nouveau',
  'said.unchanged': 'Le flux n’a pas changé depuis le dernier relevé',
  'said.moved': 'Le flux a changé d’adresse pour de bon et est désormais lu à la nouvelle adresse',
  'said.page-instead': 'L’adresse donne une page web et non un flux',
  'said.not-visited': 'Le flux n’a pas encore été relevé',
  'said.visited-just-now': 'Le flux vient d’être relevé ; réessayez dans quelques minutes',
  'said.visited-for-others': 'Le site est en cours de relevé pour d’autres ; réessayez dans une minute',
  'said.no-such-feed': 'Ce flux n’existe plus',
  'said.read-elsewhere': 'Le flux est lu désormais à sa nouvelle adresse',
  'said.same-feed': 'L’adresse donne le flux qui est déjà suivi',
  'said.kept': 'Le flux est gardé pour ses articles et n’est plus relevé',
  'said.left': 'Le flux n’est plus suivi',
  'said.ask-owner': 'Demandez au responsable du site d’admettre les lecteurs de flux',
  'said.give-login': 'Suivez-le avec le nom et le mot de passe dans son adresse',
  'said.feed-not-followed': 'Aucun flux de ce site n’est suivi : suivez-en un, puis réessayez',
  'said.proposal-moved':
    'Le flux dit qu’il a changé d’adresse ; après un jour, il sera lu à la nouvelle adresse',
  'said.proposal-found': 'Suivez plutôt le flux que la page indique',
  'said.proposal-accept': 'Prenez le flux qui s’y trouve maintenant, ou cessez de le suivre',
  'said.proposal-unfollow': 'Il n’y a rien à faire : cessez de le suivre, ou gardez-le pour ses articles',
  'said.too-many-outlines': {
    one: 'Le document contient plus de {count} élément : le reste n’est pas lu',
    many: 'Le document contient plus de {count} d’éléments : le reste n’est pas lu',
    other: 'Le document contient plus de {count} éléments : le reste n’est pas lu',
  },
  'said.too-many-groups': {
    one: 'Le document contient plus de {count} groupe : le reste est laissé de côté',
    many: 'Le document contient plus de {count} de groupes : le reste est laissé de côté',
    other: 'Le document contient plus de {count} groupes : le reste est laissé de côté',
  },
  'said.too-many-feeds': {
    one: 'Le document contient plus de {count} flux : le reste est laissé de côté',
    many: 'Le document contient plus de {count} de flux : le reste est laissé de côté',
    other: 'Le document contient plus de {count} flux : le reste est laissé de côté',
  },
  'said.too-many-tags': {
    one: 'Certains articles ont plus de {count} étiquette : le reste est laissé de côté',
    many: 'Certains articles ont plus de {count} d’étiquettes : le reste est laissé de côté',
    other: 'Certains articles ont plus de {count} étiquettes : le reste est laissé de côté',
  },
  'said.newer-file': 'Le fichier vient d’un Courant plus récent : ce qui est inconnu est laissé de côté',
  'said.unreadable-lines': {
    one: '{count} ligne du fichier est illisible',
    many: '{count} de lignes du fichier sont illisibles',
    other: '{count} lignes du fichier sont illisibles',
  },
  'said.items-without-feed': {
    one: '{count} article n’indique aucun flux que l’on puisse suivre : il est laissé de côté',
    many: '{count} d’articles n’indiquent aucun flux que l’on puisse suivre : ils sont laissés de côté',
    other: '{count} articles n’indiquent aucun flux que l’on puisse suivre : ils sont laissés de côté',
  },
  'said.feeds-without-address': {
    one: '{count} source n’a pas d’adresse de flux : elle est laissée de côté',
    many: '{count} de sources n’ont pas d’adresse de flux : elles sont laissées de côté',
    other: '{count} sources n’ont pas d’adresse de flux : elles sont laissées de côté',
  },
  'said.unknown-files': {
    one: '{count} fichier de l’archive est laissé de côté : il n’est pas d’un type à importer',
    many: '{count} de fichiers de l’archive sont laissés de côté : ils ne sont pas d’un type à importer',
    other: '{count} fichiers de l’archive sont laissés de côté : ils ne sont pas d’un type à importer',
  },
  'said.waiting-feeds': {
    one: '{count} flux attend son site, qui est occupé ou ne peut pas répondre pour l’instant',
    many: '{count} de flux attendent leurs sites, qui sont occupés ou ne peuvent pas répondre pour l’instant',
    other: '{count} flux attendent leurs sites, qui sont occupés ou ne peuvent pas répondre pour l’instant',
  },
  'said.silent-feeds': {
    one: '{count} flux ne donne rien pour l’instant : il est suivi quand même, avec ce que contient le document',
    many: '{count} de flux ne donnent rien pour l’instant : ils sont suivis quand même, avec ce que contient le document',
    other:
      '{count} flux ne donnent rien pour l’instant : ils sont suivis quand même, avec ce que contient le document',
  },
};
