// The texts of the pages, in German (see en.ts).
import type { Catalogue } from './catalogue.ts';
import { deLite } from './lite/de.ts';
import type { Refusals } from './refusals.ts';

export const de: Catalogue<'one' | 'other'> = {
  'frame.aboutServer': 'Über diesen Server',
  'frame.aboutCrawler': 'Über unseren Crawler',
  'frame.toFirstPage': 'Zur Startseite',

  'wrong.didNotWork': 'Das hat nicht geklappt',
  'wrong.signInFirst': 'Bitte melde dich an',
  'wrong.notAllowed': 'Das ist nicht erlaubt',
  'wrong.nothingHere': 'Hier gibt es nichts',
  'wrong.over': 'Nicht mehr verfügbar',
  'wrong.tooLong': 'Das ist zu lang',
  'wrong.tooManyTries': 'Zu viele Versuche',
  'wrong.away': 'Gleich wieder da',
  'wrong.awayHint': 'Der Dienst ist gerade nicht erreichbar. Bitte versuche es noch einmal.',
  'wrong.broken': 'Hier ist etwas schiefgegangen',
  'wrong.brokenHint': 'Es liegt nicht an dir. Wer diesen Server betreibt, findet es unter der Anfrage {id}.',

  'fields.name': 'Name',
  'fields.password': 'Passwort',
  'fields.currentPassword': 'Aktuelles Passwort',
  'fields.newPassword': 'Neues Passwort',
  'fields.passwordHint': {
    one: 'Mindestens {count} Zeichen. Länger ist besser.',
    other: 'Mindestens {count} Zeichen. Länger ist besser.',
  },
  'fields.code': 'Code',
  'fields.oneTimeCode': 'Einmalcode',

  'home.welcome': 'Willkommen',
  'home.title': 'Ein Server für deine Feeds',
  'home.hint':
    'Er ruft die Websites ab, die du abonniert hast, und gleicht auf allen Geräten ab, was du gelesen hast.',
  'home.lite': 'Ohne JavaScript lesen',
  'home.apps': 'Für deine Apps',
  'home.address': 'Adresse dieses Servers',
  'home.interface': 'Seine API, für alle, die Apps schreiben',

  'signIn.title': 'Anmelden',
  'signIn.to': 'bei {host}',
  'signIn.toApp': 'bei {host}, um mit {app} fortzufahren',
  'signIn.passkey': 'Mit Passkey anmelden',
  'signIn.noMatch':
    'Zu diesem Namen und Passwort gibt es hier kein Konto. Prüfe beides und versuche es noch einmal. Wenn du das Passwort vergessen hast, kann dir, wer diesen Server betreibt, einen Link für ein neues schicken.',
  'signIn.oneMoreStep': 'Noch ein Schritt',
  'signIn.typeCode': 'Tippe den Code ein, den deine Authenticator-App jetzt zeigt.',
  'signIn.codeHint':
    'Sechs Ziffern oder einer deiner Notfallcodes. Wenn du beides verloren hast, kann dir, wer diesen Server betreibt, einen Link für ein neues Passwort schicken; er schaltet auch die Einmalcodes aus.',
  'signIn.codeWrong': 'Der Code stimmt nicht oder wurde schon benutzt. Warte auf den nächsten.',
  'signIn.beginAgain': 'Von vorn beginnen',
  'signIn.signOut': 'Abmelden',

  'passkeys.noBeginning':
    'Der Server konnte das nicht starten. Lade die Seite neu und versuche es noch einmal.',
  'passkeys.unused': 'Es wurde kein Passkey benutzt. Du kannst es noch einmal versuchen.',
  'passkeys.known': 'Dieses Gerät hat schon einen Passkey für dieses Konto.',
  'passkeys.failed': 'Der Passkey hat nicht funktioniert. Du kannst es noch einmal versuchen.',

  'setUp.title': 'Einrichten',
  'setUp.welcome': 'Willkommen bei {name}',
  'setUp.hint': 'Lege das erste Konto dieses Servers an. Es gehört dem Administrator.',
  'setUp.code': 'Einrichtungscode',
  'setUp.codeHint': 'Der Server hat ihn beim Start in seiner Konsole oder seinem Protokoll ausgegeben.',
  'setUp.make': 'Konto anlegen',

  'invitation.welcome': 'Willkommen',
  'invitation.hint': 'Du bist eingeladen, auf {host} zu lesen. Wähle einen Namen und ein Passwort.',
  'invitation.signsOut':
    'Du bist hier als {name} angemeldet; wenn du weitermachst, wirst du abgemeldet. Um angemeldet zu bleiben, öffne den Link in einem anderen Browser.',
  'invitation.make': 'Konto anlegen',
  'invitation.newPassword': 'Ein neues Passwort',
  'invitation.resetHint':
    'Für das Konto {name}. Alle Apps und alle Browser müssen sich danach neu anmelden; Einmalcodes und Passkeys werden entfernt.',
  'invitation.set': 'Passwort festlegen',

  'account.title': 'Dein Konto',
  'account.hello': 'Hallo, {name}',
  'account.signedInOn': 'Du bist bei {host} angemeldet.',
  'account.apps': 'Verbundene Apps',
  'account.noApps': 'Noch keine. Gib einer App die Adresse unten, und sie fragt dich hier.',
  'account.mayRead': 'Darf lesen · seit {date}',
  'account.mayWrite': 'Darf lesen und ändern · seit {date}',
  'account.remove': 'Entfernen',
  'account.removeOf': '{name} entfernen',
  'account.security': 'Wie und wo du dich anmeldest',
  'account.changePassword': 'Passwort ändern',
  'account.appPasswords': 'Passwörter für andere Apps',

  'password.title': 'Passwort ändern',
  'password.hint': 'Alle Apps und alle anderen Browser müssen sich danach neu anmelden.',
  'password.endsLinks':
    'Auch Links, die du für andere erzeugt hast, für ein neues Konto oder ein neues Passwort, gelten dann nicht mehr.',
  'password.keepsPasskeys':
    'Deine Passkeys gelten weiter. Wenn jemand anderes das alte Passwort kannte, sieh nach, ob einer nicht von dir ist: {link}',
  'password.change': 'Ändern',

  'security.title': 'Wie und wo du dich anmeldest',
  'security.confirm': 'Bevor du hier etwas änderst, bestätige, dass du es bist.',
  'security.itIsMe': 'Ich bin es',
  'security.usePasskey': 'Passkey benutzen',
  'security.passkeys': 'Passkeys',
  'security.passkeysHint':
    'Mit einem Passkey meldest du dich ohne Passwort an: mit deinem Fingerabdruck, deinem Gesicht oder der PIN deines Geräts.',
  'security.noPasskeys': 'Du hast noch keinen.',
  'security.passkeyUnused': 'angelegt am {date}, noch nicht benutzt',
  'security.passkeyUsed': 'angelegt am {date}, zuletzt benutzt am {used}',
  'security.passkeyName': 'Name des neuen Passkeys',
  'security.passkeyExample': 'Mein Handy',
  'security.addPasskey': 'Passkey anlegen',
  'security.scriptsWanted': 'Um einen anzulegen, ist JavaScript nötig, und das ist in diesem Browser aus.',
  'security.remove': 'Entfernen',
  'security.removeOf': 'Entfernen: {name}',
  'security.codes': 'Einmalcodes',
  'security.codesOff':
    'Aus. Mit ihnen genügt dein Passwort allein nicht zum Anmelden: Du brauchst auch einen Code aus einer App auf deinem Handy.',
  'security.codesOn': {
    one: 'An seit {date}. Ein Notfallcode ist übrig.',
    other: 'An seit {date}. {count} Notfallcodes sind übrig.',
  },
  'security.turnCodesOn': 'Einschalten',
  'security.turnCodesOff': 'Ausschalten',
  'security.newCodes': 'Neue Codes',
  'security.sessions': 'Wo du angemeldet bist',
  'security.thisOne': '{device} (dieser hier)',
  'security.seen': 'seit {date}, zuletzt gesehen am {seen}',
  'security.seenFrom': '{address} · seit {date}, zuletzt gesehen am {seen}',
  'security.signOut': 'Abmelden',
  'security.signOutOf': 'Abmelden: {device}',
  'security.signOutOthers': 'Überall sonst abmelden',
  'security.password': 'Passwort',

  'device.programOnSystem': '{program} unter {system}',
  'device.onSystem': 'Browser unter {system}',
  'device.unknown': 'Unbekannter Browser',

  'codes.title': 'Einmalcodes einschalten',
  'codes.scan':
    'Scanne dies mit deiner Authenticator-App, {link}, wenn sie auf diesem Gerät ist, oder tippe den Schlüssel ein.',
  'codes.openThere': 'öffne den Schlüssel in ihr',
  'codes.picture': 'Der Schlüssel als QR-Code',
  'codes.shown': 'Der Code, den sie jetzt zeigt',
  'codes.turnOn': 'Einmalcodes einschalten',
  'codes.notNow': 'Nicht jetzt',

  'recovery.title': 'Deine Notfallcodes',
  'recovery.hint':
    'Mit jedem kannst du dich einmal anmelden, anstelle eines Einmalcodes, wenn du dein Gerät verlierst. Drucke sie aus oder bewahre sie dort auf, wo du deine Passwörter aufbewahrst: Sie werden nicht noch einmal gezeigt.',
  'recovery.kept': 'Ich habe sie aufbewahrt',

  'appPasswords.title': 'App-Passwörter',
  'appPasswords.hint':
    'Für Apps, die Google Reader oder Fever sprechen. Dein eigenes Passwort gilt dort nicht, und ein App-Passwort gilt nirgends sonst.',
  'appPasswords.name': 'Für welche App?',
  'appPasswords.example': 'Reeder auf dem Handy',
  'appPasswords.ownPassword': 'Dein eigenes Passwort, um zu bestätigen, dass du es bist',
  'appPasswords.make': 'Passwort anlegen',
  'appPasswords.type': 'Tippe dies in die App ein',
  'appPasswords.greader': 'Server, wenn die App nach Google Reader oder FreshRSS fragt',
  'appPasswords.fever': 'Server, wenn die App nach Fever fragt',
  'appPasswords.once':
    'Das Passwort wird nur jetzt gezeigt. Niemand kann es noch einmal zeigen; geht es verloren, lege ein neues an.',
  'appPasswords.list': 'Apps, die eines haben',
  'appPasswords.none': 'Noch keine.',
  'appPasswords.unused': 'Nie benutzt · seit {date}',
  'appPasswords.used': 'Benutzt am {used}: {what} · seit {date}',
  'appPasswords.usedBy': 'Benutzt am {used}: {what} von {agent} · seit {date}',
  'appPasswords.shutOut': 'Widerrufen',
  'appPasswords.shutOutOf': '{name} widerrufen',
  'appPasswords.help': 'So verbindest du deine App',

  'consent.title': '{app} verbinden',
  'consent.question': '{app} verbinden?',
  'consent.about':
    'Eine App, die am {date} registriert wurde, möchte dein Konto benutzen. Ihren Namen hat sie selbst gewählt.',
  'consent.aboutWithSite':
    'Eine App, die am {date} registriert wurde, möchte dein Konto benutzen. Ihren Namen hat sie selbst gewählt, und als Website nennt sie {site}.',
  'consent.unencrypted':
    'Die Antwort an die App geht unverschlüsselt an {host}: Wer unterwegs mitliest, könnte dein Konto benutzen. Fahre nur fort, wenn du dem Netz vertraust.',
  'consent.notYou': 'Nicht du?',
  'consent.abilities': 'Was sie dann darf',
  'consent.read': 'Deine Feeds und Artikel lesen',
  'consent.readHint': 'Gruppen, Feeds und alles, was sie veröffentlichen',
  'consent.mark': 'Ändern, was gelesen und gemerkt ist',
  'consent.markHint': 'Auf allen deinen Geräten',
  'consent.feeds': 'Feeds hinzufügen und entfernen',
  'consent.feedsHint': 'Auch zwischen Gruppen verschieben',
  'consent.keep': 'Festlegen, wie lange Artikel bleiben',
  'consent.keepHint': 'Gelesene werden danach endgültig entfernt, gemerkte nicht',
  'consent.account': 'Dein Passwort ändern oder andere Apps sehen',
  'consent.accountHint': 'Das kann keine verbundene App',
  'consent.cancel': 'Abbrechen',
  'consent.allow': 'Erlauben',
  'consent.toCode':
    'Du bekommst einen Code, den du in die App kopierst. Du kannst ihr den Zugang jederzeit in deinem Konto auf diesem Server entziehen.',
  'consent.toAddress':
    'Danach geht es weiter zu {address}. Du kannst der App den Zugang jederzeit in deinem Konto auf diesem Server entziehen.',
  'consent.yourCode': 'Dein Code',
  'consent.copyCode': 'Kopiere diesen Code',
  'consent.copyHint':
    'Füge ihn in die App ein, die nach ihm gefragt hat. Er gilt einmal, innerhalb von zehn Minuten.',
  'consent.secret': 'Gib ihn niemandem sonst: Wer ihn hat, kann dein Konto benutzen.',
  'consent.declined': 'Nicht verbunden',
  'consent.declinedHint': 'Die App hat keinen Zugang bekommen. Du kannst diese Seite schließen.',

  ...deLite,
};

export const deRefusals: Refusals = {
  'name-taken': 'Der Name ist vergeben.',
  'name-empty': 'Der Name ist leer.',
  'name-too-long': 'Der Name ist zu lang.',
  'name-not-allowed': 'Im Namen steht ein Doppelpunkt oder ein unsichtbares Zeichen.',
  'password-wrong': 'Das Passwort stimmt nicht.',
  'password-too-short': 'Das Passwort ist zu kurz.',
  'password-too-long': 'Das Passwort ist zu lang.',
  'password-or-code-wrong': 'Das Passwort oder der Code stimmt nicht.',
  'code-wrong': 'Der Code stimmt nicht; geht die Uhr deines Geräts richtig?',
  'too-many-tries': 'Zu viele Versuche: Warte eine Weile.',
  'too-many-kept': 'Es sind schon zu viele; entferne zuerst etwas davon.',
  'passkey-known': 'Dieser Passkey ist schon bekannt.',
  'passkey-failed': 'Der Passkey hat nicht funktioniert; versuche es noch einmal.',
  'passkey-unknown': 'Dieser Passkey ist hier nicht bekannt.',
  'passkey-of-another': 'Dieser Passkey gehört zu einem anderen Konto.',
  'confirm-first': 'Bestätige zuerst, dass du es bist.',
  'codes-on': 'Einmalcodes sind schon eingeschaltet.',
  'codes-off': 'Einmalcodes sind ausgeschaltet.',
  'codes-begin-again': 'Beginne noch einmal mit einem neuen Schlüssel.',
  'sign-in-over': 'Das hat zu lange gedauert oder zu viele Versuche gebraucht; beginne von vorn.',
  'set-up-code-wrong': 'Das ist nicht der Einrichtungscode, den der Server ausgegeben hat.',
  'set-up-over': 'Es gibt schon ein Konto.',
  'invitation-over':
    'Der Link wurde benutzt oder zurückgezogen, oder er ist zu alt. Wenn du ihn selbst benutzt hast, melde dich an; sonst bitte um einen neuen.',
  'open-too-long': 'Die Seite war zu lange offen oder ist schon beantwortet; versuche es noch einmal.',
  'app-unknown': 'Dieser Server kennt die App nicht; lass sie sich neu registrieren.',
  'app-address-unknown': 'Die App nennt eine andere Adresse (redirect_uri), als sie registriert hat.',
  'app-address-plain':
    'Die Adresse der App (redirect_uri) ist unverschlüsselt, und das lässt dieser Server nicht zu.',
  'other-site':
    'Das Formular kam nicht von der Adresse dieses Servers. Öffne ihn unter seiner eigenen; wer ihn betreibt, legt sie mit COURANT_PUBLIC_URL fest.',
  'cookie-missing':
    'Dein Browser hat unser Cookie nicht behalten; erlaube Cookies, gehe zurück und versuche es noch einmal.',
  'page-outdated': 'Die Seite war veraltet; gehe zurück und lade sie neu.',
  'no-longer-kept': 'Davon ist nichts mehr gespeichert.',
  'undone-already': 'Das ist schon rückgängig gemacht.',
  'removed-already': 'Das ist schon entfernt.',
  'not-found': 'Was du suchst, gibt es hier nicht oder nicht mehr.',
  forbidden: 'Das darfst du hier nicht.',
  'wrong-method': 'Diese Seite lässt sich so nicht öffnen; beginne noch einmal auf der Startseite.',
  'too-large': 'Was gesendet wurde, ist zu lang.',
  'too-many': 'Zu viel auf einmal: Warte eine Weile.',
};
