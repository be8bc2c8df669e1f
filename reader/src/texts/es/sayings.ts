// What the service says of feeds and imports, in Spanish, by its word for it (`code`): see refusals.ts for why something was refused or failed.

import type { Catalogue } from '../translate.ts';

export const esSayings: Catalogue = {
  'said.sentence': '{sentence}.',
  'said.new-posts': 'La fuente se ha leído y tiene novedades',
  'said.nothing-new': 'La fuente se ha leído y no tiene nada nuevo',
  'said.unchanged': 'La fuente no ha cambiado desde la última consulta',
  'said.moved': 'La fuente ha cambiado de dirección definitivamente y ahora se lee en la nueva',
  'said.page-instead': 'La dirección da una página web y no una fuente',
  'said.not-visited': 'La fuente todavía no se ha consultado',
  'said.visited-just-now': 'La fuente se acaba de consultar; se podrá de nuevo en unos minutos',
  'said.visited-for-others': 'El sitio se está consultando ahora para otros; inténtalo de nuevo en un minuto',
  'said.no-such-feed': 'Esta fuente ya no existe',
  'said.read-elsewhere': 'La fuente se lee ahora en su nueva dirección',
  'said.same-feed': 'La dirección da la fuente que ya se sigue',
  'said.kept': 'La fuente se conserva por sus artículos y ya no se consulta',
  'said.left': 'La fuente ya no se sigue',
  'said.ask-owner': 'Pide al dueño del sitio que deje entrar a los lectores de fuentes',
  'said.give-login': 'Síguela con el nombre y la contraseña en su dirección',
  'said.feed-not-followed': 'No se sigue ninguna fuente de este sitio: sigue una e inténtalo de nuevo',
  'said.proposal-moved': 'La fuente dice que ha cambiado de dirección; pasado un día se leerá en la nueva',
  'said.proposal-found': 'Sigue en su lugar la fuente que indica la página',
  'said.proposal-accept': 'Acepta la fuente que hay ahora o deja de seguirla',
  'said.proposal-unfollow': 'No hay nada que hacer: deja de seguirla o consérvala por sus artículos',
  'said.too-many-outlines': {
    one: 'El documento tiene más de {count} elemento: el resto no se ha leído',
    many: 'El documento tiene más de {count} de elementos: el resto no se ha leído',
    other: 'El documento tiene más de {count} elementos: el resto no se ha leído',
  },
  'said.too-many-groups': {
    one: 'El documento tiene más de {count} grupo: el resto se ha omitido',
    many: 'El documento tiene más de {count} de grupos: el resto se ha omitido',
    other: 'El documento tiene más de {count} grupos: el resto se ha omitido',
  },
  'said.too-many-feeds': {
    one: 'El documento tiene más de {count} fuente: el resto se ha omitido',
    many: 'El documento tiene más de {count} de fuentes: el resto se ha omitido',
    other: 'El documento tiene más de {count} fuentes: el resto se ha omitido',
  },
  'said.too-many-tags': {
    one: 'Algunos artículos tienen más de {count} etiqueta: el resto se ha omitido',
    many: 'Algunos artículos tienen más de {count} de etiquetas: el resto se ha omitido',
    other: 'Algunos artículos tienen más de {count} etiquetas: el resto se ha omitido',
  },
  'said.newer-file': 'El archivo procede de un Courant más nuevo: lo desconocido se ha omitido',
  'said.unreadable-lines': {
    one: 'No se puede leer {count} línea del archivo',
    many: 'No se pueden leer {count} de líneas del archivo',
    other: 'No se pueden leer {count} líneas del archivo',
  },
  'said.items-without-feed': {
    one: '{count} artículo no indica ninguna fuente que se pueda seguir: se ha omitido',
    many: '{count} de artículos no indican ninguna fuente que se pueda seguir: se han omitido',
    other: '{count} artículos no indican ninguna fuente que se pueda seguir: se han omitido',
  },
  'said.feeds-without-address': {
    one: '{count} entrada no tiene la dirección de una fuente: se ha omitido',
    many: '{count} de entradas no tienen la dirección de una fuente: se han omitido',
    other: '{count} entradas no tienen la dirección de una fuente: se han omitido',
  },
  'said.unknown-files': {
    one: '{count} archivo del ZIP se ha omitido: no es de un tipo que se pueda importar',
    many: '{count} de archivos del ZIP se han omitido: no son de un tipo que se pueda importar',
    other: '{count} archivos del ZIP se han omitido: no son de un tipo que se pueda importar',
  },
  'said.waiting-feeds': {
    one: '{count} fuente espera a su sitio, que está ocupado o no puede responder por ahora',
    many: '{count} de fuentes esperan a sus sitios, que están ocupados o no pueden responder por ahora',
    other: '{count} fuentes esperan a sus sitios, que están ocupados o no pueden responder por ahora',
  },
  'said.silent-feeds': {
    one: '{count} fuente no da nada por ahora: se sigue igualmente, con lo que trae el documento',
    many: '{count} de fuentes no dan nada por ahora: se siguen igualmente, con lo que trae el documento',
    other: '{count} fuentes no dan nada por ahora: se siguen igualmente, con lo que trae el documento',
  },
};
