// The texts of the first screen, in Spanish (see en/first.ts).
import type { Catalogue } from '../translate.ts';

export const es: Catalogue = {
  'app.skip': 'Saltar a la lista',

  'stream.unread': 'No leídos',
  'stream.starred': 'Destacados',
  'stream.everything': 'Todo',
  'stream.feeds': 'Fuentes',
  'stream.search': 'Búsqueda',

  'side.close': 'Cerrar las fuentes',
  'side.add': 'Añadir fuente',
  'side.manage': 'Gestionar fuentes',
  'side.settings': 'Ajustes',
  'side.ungrouped': 'Otras fuentes',
  'side.fold': 'Plegar {title}',
  'side.unfold': 'Desplegar {title}',
  'side.showAll': 'Mostrar todas las fuentes',
  'side.ailing': 'Requiere atención',
  'side.unread': { one: '{count} no leído', many: '{count} de no leídos', other: '{count} no leídos' },

  'tabs.label': 'Navegación principal',

  'list.items': 'Artículos',
  'list.inFeeds': {
    one: 'en {count} fuente',
    many: 'en {count} de fuentes',
    other: 'en {count} fuentes',
  },
  'list.markAll': {
    one: 'Marcar {count} de {scope} como leído',
    many: 'Marcar {count} de {scope} como leídos',
    other: 'Marcar {count} de {scope} como leídos',
  },
  'list.markAllNone': 'Nada que marcar como leído en {scope}',
  'list.more': 'Más para esta lista',
  'list.order': 'Orden',
  'list.newest': 'Más recientes',
  'list.oldest': 'Más antiguos',
  'list.byFeed': 'Por fuente',
  'list.today': 'Hoy',
  'list.yesterday': 'Ayer',
  'list.showUnread': 'Solo no leídos',
  'list.about': 'Sobre esta fuente',
  'list.refresh': 'Actualizar',
  'list.end': 'Eso es todo',
  'list.endSaved': 'Estos son los artículos guardados en este navegador',
  'list.loadingMore': 'Cargando más',
  'list.loading': 'Cargando',
  'list.starred': 'Destacado',
  'list.audio': 'Audio',
  'list.video': 'Vídeo',
  'list.audioLength': '{minutes} min',

  'error.list': 'No se pudo cargar esta lista',
  'error.retry': 'Reintentar',
  'error.screen': 'No se pudo cargar esta página',
  'error.part': 'No se pudo cargar una parte de esta página',
  'error.missing': 'No hay nada en esta dirección',
  'error.toUnread': 'Ir a los no leídos',
  'error.refused': 'Deshecho: {reason}',

  'strip.failing': {
    one: '{count} fuente requiere atención',
    many: '{count} de fuentes requieren atención',
    other: '{count} fuentes requieren atención',
  },

  'feed.failing': 'con problemas',

  'toast.label': 'Mensaje',
  'toast.read': {
    one: '{count} artículo marcado como leído',
    many: '{count} de artículos marcados como leídos',
    other: '{count} artículos marcados como leídos',
  },
  'toast.undo': 'Deshacer',
  'toast.undoing': 'Deshaciendo…',
  'toast.undone': 'Deshecho',
  'toast.nothingToUndo': 'Nada que deshacer',
  'toast.dismiss': 'Descartar',
  'toast.kept': 'Sigue sin leer',
  'toast.starred': 'Destacado',
  'toast.unstarred': 'Quitado de destacados',

  'keys.title': 'Teclado',
  'keys.chord': '{key}, luego {keys}',
};
