// The texts of the pages, in Spanish (see en.ts).
import type { Catalogue } from './catalogue.ts';
import { esLite } from './lite/es.ts';
import type { Refusals } from './refusals.ts';

export const es: Catalogue<'one' | 'other'> = {
  'frame.aboutServer': 'Sobre este servidor',
  'frame.aboutCrawler': 'Sobre nuestro rastreador',
  'frame.toFirstPage': 'Volver al inicio',

  'wrong.didNotWork': 'No ha funcionado',
  'wrong.signInFirst': 'Inicia sesión',
  'wrong.notAllowed': 'Eso no está permitido',
  'wrong.nothingHere': 'Aquí no hay nada',
  'wrong.over': 'Ya no está disponible',
  'wrong.tooLong': 'Es demasiado largo',
  'wrong.tooManyTries': 'Demasiados intentos',
  'wrong.away': 'Volvemos enseguida',
  'wrong.awayHint': 'El servicio no está disponible en este momento. Inténtalo de nuevo.',
  'wrong.broken': 'Algo ha fallado aquí',
  'wrong.brokenHint':
    'No es culpa tuya. Quien administra este servidor puede encontrarlo como petición {id}.',

  'fields.name': 'Nombre',
  'fields.password': 'Contraseña',
  'fields.currentPassword': 'Contraseña actual',
  'fields.newPassword': 'Contraseña nueva',
  'fields.passwordHint': {
    one: 'Al menos {count} carácter. Cuanto más larga, mejor.',
    other: 'Al menos {count} caracteres. Cuanto más larga, mejor.',
  },
  'fields.code': 'Código',
  'fields.oneTimeCode': 'Código de un solo uso',

  'home.welcome': 'Te damos la bienvenida',
  'home.title': 'Un servidor para tus fuentes',
  'home.hint': 'Consulta los sitios que sigues y sincroniza lo que has leído en todos tus dispositivos.',
  'home.lite': 'Leer sin JavaScript',
  'home.apps': 'Para tus aplicaciones',
  'home.address': 'Dirección de este servidor',
  'home.interface': 'Su API, para quienes desarrollan aplicaciones',

  'signIn.title': 'Iniciar sesión',
  'signIn.to': 'en {host}',
  'signIn.toApp': 'en {host}, para continuar a {app}',
  'signIn.passkey': 'Iniciar sesión con una llave de acceso',
  'signIn.noMatch':
    'Ese nombre y esa contraseña no corresponden a ninguna cuenta de aquí. Comprueba ambos e inténtalo de nuevo. Si has olvidado la contraseña, quien administra este servidor puede enviarte un enlace para elegir otra.',
  'signIn.oneMoreStep': 'Un paso más',
  'signIn.typeCode': 'Escribe el código que muestra ahora tu aplicación de autenticación.',
  'signIn.codeHint':
    'Seis cifras, o uno de tus códigos de recuperación. Si has perdido ambos, quien administra este servidor puede enviarte un enlace para elegir otra contraseña, lo que desactiva los códigos.',
  'signIn.codeWrong': 'Ese código no es correcto o ya se ha usado. Espera al siguiente.',
  'signIn.beginAgain': 'Empezar de nuevo',
  'signIn.signOut': 'Cerrar sesión',

  'passkeys.noBeginning':
    'El servidor no ha podido iniciar la operación. Recarga esta página e inténtalo de nuevo.',
  'passkeys.unused': 'No se ha usado ninguna llave de acceso. Puedes intentarlo de nuevo.',
  'passkeys.known': 'Este dispositivo ya tiene una llave de acceso para esta cuenta.',
  'passkeys.failed': 'La llave de acceso no ha funcionado. Puedes intentarlo de nuevo.',

  'setUp.title': 'Configuración inicial',
  'setUp.welcome': 'Te damos la bienvenida a {name}',
  'setUp.hint': 'Crea la primera cuenta de este servidor. Es la del administrador.',
  'setUp.code': 'Código de configuración',
  'setUp.codeHint': 'El servidor lo mostró al iniciarse, en su consola o en su registro.',
  'setUp.make': 'Crear la cuenta',

  'invitation.welcome': 'Te damos la bienvenida',
  'invitation.hint': 'Tienes una invitación para leer en {host}. Elige un nombre y una contraseña.',
  'invitation.signsOut':
    'Has iniciado sesión aquí como {name}; si continúas, se cerrará. Para conservarla, abre el enlace en otro navegador.',
  'invitation.make': 'Crear la cuenta',
  'invitation.newPassword': 'Una contraseña nueva',
  'invitation.resetHint':
    'Para la cuenta {name}. Todas las aplicaciones y todos los navegadores tendrán que iniciar sesión de nuevo; se quitan los códigos de un solo uso y las llaves de acceso.',
  'invitation.set': 'Establecer la contraseña',

  'account.title': 'Tu cuenta',
  'account.hello': 'Hola, {name}',
  'account.signedInOn': 'Has iniciado sesión en {host}.',
  'account.apps': 'Aplicaciones conectadas',
  'account.noApps': 'Ninguna todavía. Da a una aplicación la dirección de abajo y te pedirá permiso aquí.',
  'account.mayRead': 'Puede leer · desde el {date}',
  'account.mayWrite': 'Puede leer y cambiar · desde el {date}',
  'account.remove': 'Quitar',
  'account.removeOf': 'Quitar {name}',
  'account.security': 'Cómo y dónde inicias sesión',
  'account.changePassword': 'Cambiar la contraseña',
  'account.appPasswords': 'Contraseñas para otras aplicaciones',

  'password.title': 'Cambiar la contraseña',
  'password.hint':
    'Todas las aplicaciones y todos los demás navegadores tendrán que iniciar sesión de nuevo.',
  'password.endsLinks':
    'También dejan de funcionar los enlaces que has creado para otras personas, para una cuenta nueva o una contraseña nueva.',
  'password.keepsPasskeys':
    'Tus llaves de acceso siguen siendo válidas. Si alguien más conocía la contraseña anterior, mira si hay alguna que no sea tuya: {link}',
  'password.change': 'Cambiar',

  'security.title': 'Cómo y dónde inicias sesión',
  'security.confirm': 'Para cambiar algo aquí, confirma primero que eres tú.',
  'security.itIsMe': 'Soy yo',
  'security.usePasskey': 'Usar una llave de acceso',
  'security.passkeys': 'Llaves de acceso',
  'security.passkeysHint':
    'Una llave de acceso te permite iniciar sesión sin contraseña: con tu huella, tu cara o el PIN de tu dispositivo.',
  'security.noPasskeys': 'No tienes ninguna todavía.',
  'security.passkeyUnused': 'añadida el {date}, sin usar todavía',
  'security.passkeyUsed': 'añadida el {date}, último uso el {used}',
  'security.passkeyName': 'Nombre de la nueva llave de acceso',
  'security.passkeyExample': 'Mi teléfono',
  'security.addPasskey': 'Añadir una llave de acceso',
  'security.scriptsWanted': 'Para añadir una hace falta JavaScript, y en este navegador está desactivado.',
  'security.remove': 'Quitar',
  'security.removeOf': 'Quitar: {name}',
  'security.codes': 'Códigos de un solo uso',
  'security.codesOff':
    'Desactivados. Con ellos, tu contraseña sola no basta para iniciar sesión: hace falta también un código de una aplicación de tu teléfono.',
  'security.codesOn': {
    one: 'Activados desde el {date}. Queda un código de recuperación.',
    other: 'Activados desde el {date}. Quedan {count} códigos de recuperación.',
  },
  'security.turnCodesOn': 'Activar',
  'security.turnCodesOff': 'Desactivar',
  'security.newCodes': 'Códigos nuevos',
  'security.sessions': 'Dónde tienes la sesión abierta',
  'security.thisOne': '{device} (este)',
  'security.seen': 'desde el {date}, última actividad el {seen}',
  'security.seenFrom': '{address} · desde el {date}, última actividad el {seen}',
  'security.signOut': 'Cerrar sesión',
  'security.signOutOf': 'Cerrar sesión: {device}',
  'security.signOutOthers': 'Cerrar todas las demás sesiones',
  'security.password': 'Contraseña',

  'device.programOnSystem': '{program} en {system}',
  'device.onSystem': 'Navegador en {system}',
  'device.unknown': 'Navegador desconocido',

  'codes.title': 'Activar los códigos de un solo uso',
  'codes.scan':
    'Escanea esto con tu aplicación de autenticación, {link} si está en este dispositivo, o escribe la clave en ella.',
  'codes.openThere': 'abre la clave en ella',
  'codes.picture': 'La clave como código QR',
  'codes.shown': 'El código que muestra ahora',
  'codes.turnOn': 'Activar los códigos',
  'codes.notNow': 'Ahora no',

  'recovery.title': 'Tus códigos de recuperación',
  'recovery.hint':
    'Cada uno te permite iniciar sesión una vez, en lugar de un código de un solo uso, si pierdes tu dispositivo. Imprímelos o guárdalos donde guardas tus contraseñas: no se vuelven a mostrar.',
  'recovery.kept': 'Los he guardado',

  'appPasswords.title': 'Contraseñas de aplicación',
  'appPasswords.hint':
    'Para aplicaciones que hablan Google Reader o Fever. Tu propia contraseña no funciona en ellas, y una contraseña de aplicación no funciona en ningún otro sitio.',
  'appPasswords.name': '¿Para qué aplicación?',
  'appPasswords.example': 'Reeder en mi teléfono',
  'appPasswords.ownPassword': 'Tu propia contraseña, para confirmar que eres tú',
  'appPasswords.make': 'Crear una contraseña',
  'appPasswords.type': 'Escribe esto en la aplicación',
  'appPasswords.greader': 'Servidor, si la aplicación pide Google Reader o FreshRSS',
  'appPasswords.fever': 'Servidor, si la aplicación pide Fever',
  'appPasswords.once':
    'La contraseña solo se muestra ahora. Nadie puede mostrarla otra vez; si la pierdes, crea otra.',
  'appPasswords.list': 'Aplicaciones que tienen una',
  'appPasswords.none': 'Ninguna todavía.',
  'appPasswords.unused': 'Nunca usada · desde el {date}',
  'appPasswords.used': 'Usada el {used}: {what} · desde el {date}',
  'appPasswords.usedBy': 'Usada el {used}: {what} por {agent} · desde el {date}',
  'appPasswords.shutOut': 'Revocar',
  'appPasswords.shutOutOf': 'Revocar {name}',
  'appPasswords.help': 'Cómo conectar tu aplicación',

  'consent.title': 'Conectar {app}',
  'consent.question': '¿Conectar {app}?',
  'consent.about':
    'Una aplicación registrada el {date} quiere usar tu cuenta. El nombre lo ha elegido ella misma.',
  'consent.aboutWithSite':
    'Una aplicación registrada el {date} quiere usar tu cuenta. El nombre lo ha elegido ella misma, y dice que su sitio web es {site}.',
  'consent.unencrypted':
    'La respuesta a la aplicación viaja sin cifrar a {host}: quien esté en el camino podría usar tu cuenta. Continúa solo si confías en la red.',
  'consent.notYou': '¿No eres tú?',
  'consent.abilities': 'Podrá',
  'consent.read': 'Leer tus fuentes y artículos',
  'consent.readHint': 'Grupos, fuentes y todo lo que publican',
  'consent.mark': 'Cambiar lo leído y lo destacado',
  'consent.markHint': 'En todos tus dispositivos',
  'consent.feeds': 'Añadir y quitar fuentes',
  'consent.feedsHint': 'También moverlas entre grupos',
  'consent.keep': 'Decidir cuánto tiempo se conservan los artículos',
  'consent.keepHint': 'Los leídos se eliminan después para siempre, salvo los destacados',
  'consent.account': 'Cambiar tu contraseña o ver otras aplicaciones',
  'consent.accountHint': 'Nunca al alcance de las aplicaciones conectadas',
  'consent.cancel': 'Cancelar',
  'consent.allow': 'Permitir',
  'consent.toCode':
    'Recibirás un código para copiarlo en la aplicación. Puedes quitarle el acceso en cualquier momento en tu cuenta de este servidor.',
  'consent.toAddress':
    'Continuarás a {address}. Puedes quitarle el acceso a la aplicación en cualquier momento en tu cuenta de este servidor.',
  'consent.yourCode': 'Tu código',
  'consent.copyCode': 'Copia este código',
  'consent.copyHint': 'Pégalo en la aplicación que lo ha pedido. Sirve una vez, durante diez minutos.',
  'consent.secret': 'No se lo des a nadie más: quien lo tiene puede usar tu cuenta.',
  'consent.declined': 'No conectada',
  'consent.declinedHint': 'La aplicación no ha recibido acceso. Puedes cerrar esta página.',

  ...esLite,
};

export const esRefusals: Refusals = {
  'name-taken': 'El nombre ya está en uso.',
  'name-empty': 'El nombre está vacío.',
  'name-too-long': 'El nombre es demasiado largo.',
  'name-not-allowed': 'El nombre contiene dos puntos o un carácter invisible.',
  'password-wrong': 'La contraseña no es correcta.',
  'password-too-short': 'La contraseña es demasiado corta.',
  'password-too-long': 'La contraseña es demasiado larga.',
  'password-or-code-wrong': 'La contraseña o el código no es correcto.',
  'code-wrong': 'El código no es correcto; ¿está en hora el reloj de tu dispositivo?',
  'too-many-tries': 'Demasiados intentos: espera un rato.',
  'too-many-kept': 'Ya hay demasiados; elimina uno primero.',
  'passkey-known': 'Esta llave de acceso ya está registrada.',
  'passkey-failed': 'La llave de acceso no ha funcionado; inténtalo de nuevo.',
  'passkey-unknown': 'Esta llave de acceso no está registrada aquí.',
  'passkey-of-another': 'Esta llave de acceso es de otra cuenta.',
  'confirm-first': 'Confirma primero que eres tú.',
  'codes-on': 'Los códigos de un solo uso ya están activados.',
  'codes-off': 'Los códigos de un solo uso están desactivados.',
  'codes-begin-again': 'Empieza de nuevo con otra clave.',
  'sign-in-over': 'Ha tardado demasiado o ha habido demasiados intentos; empieza de nuevo.',
  'set-up-code-wrong': 'Este no es el código de configuración que ha mostrado el servidor.',
  'set-up-over': 'Ya hay una cuenta.',
  'invitation-over':
    'El enlace se usó, se revocó o es demasiado antiguo. Si lo usaste tú, inicia sesión; si no, pide otro.',
  'open-too-long': 'La página ha estado abierta demasiado tiempo o ya se ha respondido; inténtalo de nuevo.',
  'app-unknown': 'Este servidor no conoce la aplicación; deja que se registre de nuevo.',
  'app-address-unknown': 'La aplicación da otra dirección (redirect_uri) que la que registró.',
  'app-address-plain':
    'La dirección de la aplicación (redirect_uri) no está cifrada, y este servidor exige que lo esté.',
  'other-site':
    'El formulario no viene de la dirección de este servidor. Ábrelo en la suya; quien lo administra la establece con COURANT_PUBLIC_URL.',
  'cookie-missing':
    'Tu navegador no ha guardado nuestra cookie; permite las cookies, vuelve atrás e inténtalo de nuevo.',
  'page-outdated': 'La página estaba desfasada; vuelve atrás y recárgala.',
  'no-longer-kept': 'Ya no se conserva nada de ello.',
  'undone-already': 'Ya está deshecho.',
  'removed-already': 'Ya está eliminado.',
  'not-found': 'Lo que buscas no está aquí, o ya no está.',
  forbidden: 'Aquí no puedes hacer eso.',
  'wrong-method': 'Esta página no se abre así; empieza de nuevo desde el inicio.',
  'too-large': 'Lo que se ha enviado es demasiado largo.',
  'too-many': 'Demasiado a la vez: espera un rato.',
};
