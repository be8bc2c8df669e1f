// The texts of the pages, in French (see en.ts).
import type { Catalogue } from './catalogue.ts';
import { frLite } from './lite/fr.ts';
import type { Refusals } from './refusals.ts';

export const fr: Catalogue<'one' | 'other'> = {
  'frame.aboutServer': 'À propos de ce serveur',
  'frame.aboutCrawler': 'À propos de notre robot',
  'frame.toFirstPage': 'Retour à l’accueil',

  'wrong.didNotWork': 'Cela n’a pas marché',
  'wrong.signInFirst': 'Veuillez vous connecter',
  'wrong.notAllowed': 'Ce n’est pas autorisé',
  'wrong.nothingHere': 'Il n’y a rien ici',
  'wrong.over': 'Plus disponible',
  'wrong.tooLong': 'C’est trop long',
  'wrong.tooManyTries': 'Trop d’essais',
  'wrong.away': 'De retour dans un instant',
  'wrong.awayHint': 'Le service n’est pas disponible pour l’instant. Veuillez réessayer.',
  'wrong.broken': 'Quelque chose s’est mal passé ici',
  'wrong.brokenHint':
    'Ce n’est pas votre faute. Le responsable de ce serveur peut retrouver la demande {id}.',

  'fields.name': 'Nom',
  'fields.password': 'Mot de passe',
  'fields.currentPassword': 'Mot de passe actuel',
  'fields.newPassword': 'Nouveau mot de passe',
  'fields.passwordHint': {
    one: 'Au moins {count} caractère. Plus long, c’est mieux.',
    other: 'Au moins {count} caractères. Plus long, c’est mieux.',
  },
  'fields.code': 'Code',
  'fields.oneTimeCode': 'Code à usage unique',

  'home.welcome': 'Bienvenue',
  'home.title': 'Un serveur pour vos flux',
  'home.hint': 'Il relève les sites que vous suivez et synchronise vos lectures sur tous vos appareils.',
  'home.lite': 'Lire sans JavaScript',
  'home.apps': 'Pour vos applications',
  'home.address': 'Adresse de ce serveur',
  'home.interface': 'Son API, pour les développeurs d’applications',

  'signIn.title': 'Se connecter',
  'signIn.to': 'à {host}',
  'signIn.toApp': 'à {host}, pour continuer vers {app}',
  'signIn.passkey': 'Se connecter avec une clé d’accès',
  'signIn.noMatch':
    'Ce nom et ce mot de passe ne correspondent à aucun compte ici. Vérifiez les deux et réessayez. Si vous avez oublié le mot de passe, le responsable de ce serveur peut vous envoyer un lien pour en choisir un autre.',
  'signIn.oneMoreStep': 'Encore une étape',
  'signIn.typeCode': 'Tapez le code que votre application d’authentification affiche maintenant.',
  'signIn.codeHint':
    'Six chiffres, ou l’un de vos codes de secours. Si vous avez perdu les deux, le responsable de ce serveur peut vous envoyer un lien pour choisir un autre mot de passe, ce qui désactive les codes.',
  'signIn.codeWrong': 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant.',
  'signIn.beginAgain': 'Recommencer',
  'signIn.signOut': 'Se déconnecter',

  'passkeys.noBeginning': 'Le serveur n’a pas pu lancer l’opération. Rechargez cette page et réessayez.',
  'passkeys.unused': 'Aucune clé d’accès n’a été utilisée. Vous pouvez réessayer.',
  'passkeys.known': 'Cet appareil a déjà une clé d’accès pour ce compte.',
  'passkeys.failed': 'La clé d’accès n’a pas fonctionné. Vous pouvez réessayer.',

  'setUp.title': 'Configuration initiale',
  'setUp.welcome': 'Bienvenue dans {name}',
  'setUp.hint': 'Créez le premier compte de ce serveur. C’est celui de l’administrateur.',
  'setUp.code': 'Code de configuration',
  'setUp.codeHint': 'Le serveur l’a affiché au démarrage, dans sa console ou dans son journal.',
  'setUp.make': 'Créer le compte',

  'invitation.welcome': 'Bienvenue',
  'invitation.hint': 'Vous êtes invité à lire sur {host}. Choisissez un nom et un mot de passe.',
  'invitation.signsOut':
    'Vous êtes connecté ici en tant que {name} ; continuer vous déconnecte. Pour rester connecté, ouvrez le lien dans un autre navigateur.',
  'invitation.make': 'Créer le compte',
  'invitation.newPassword': 'Un nouveau mot de passe',
  'invitation.resetHint':
    'Pour le compte {name}. Toutes les applications et tous les navigateurs devront se reconnecter ; les codes à usage unique et les clés d’accès sont retirés.',
  'invitation.set': 'Définir le mot de passe',

  'account.title': 'Votre compte',
  'account.hello': 'Bonjour, {name}',
  'account.signedInOn': 'Vous êtes connecté à {host}.',
  'account.apps': 'Applications connectées',
  'account.noApps':
    'Aucune pour l’instant. Donnez à une application l’adresse ci-dessous, et elle vous demandera ici votre accord.',
  'account.mayRead': 'Peut lire · depuis le {date}',
  'account.mayWrite': 'Peut lire et modifier · depuis le {date}',
  'account.remove': 'Retirer',
  'account.removeOf': 'Retirer {name}',
  'account.security': 'Comment et où vous vous connectez',
  'account.changePassword': 'Changer le mot de passe',
  'account.appPasswords': 'Mots de passe pour d’autres applications',

  'password.title': 'Changer le mot de passe',
  'password.hint': 'Toutes les applications et tous les autres navigateurs devront se reconnecter.',
  'password.endsLinks':
    'Les liens que vous avez créés pour d’autres, vers un nouveau compte ou un nouveau mot de passe, cessent aussi de fonctionner.',
  'password.keepsPasskeys':
    'Vos clés d’accès restent valables. Si quelqu’un d’autre connaissait l’ancien mot de passe, vérifiez qu’elles sont toutes à vous : {link}',
  'password.change': 'Changer',

  'security.title': 'Comment et où vous vous connectez',
  'security.confirm': 'Pour modifier quelque chose ici, confirmez d’abord que c’est bien vous.',
  'security.itIsMe': 'C’est moi',
  'security.usePasskey': 'Utiliser une clé d’accès',
  'security.passkeys': 'Clés d’accès',
  'security.passkeysHint':
    'Une clé d’accès vous permet de vous connecter sans mot de passe : avec votre empreinte, votre visage ou le code de votre appareil.',
  'security.noPasskeys': 'Vous n’en avez pas encore.',
  'security.passkeyUnused': 'ajoutée le {date}, pas encore utilisée',
  'security.passkeyUsed': 'ajoutée le {date}, dernière utilisation le {used}',
  'security.passkeyName': 'Nom de la nouvelle clé d’accès',
  'security.passkeyExample': 'Mon téléphone',
  'security.addPasskey': 'Ajouter une clé d’accès',
  'security.scriptsWanted': 'Pour en ajouter une, il faut JavaScript, qui est désactivé dans ce navigateur.',
  'security.remove': 'Retirer',
  'security.removeOf': 'Retirer : {name}',
  'security.codes': 'Codes à usage unique',
  'security.codesOff':
    'Désactivés. Avec eux, votre mot de passe seul ne suffit pas pour vous connecter : il faut aussi un code d’une application de votre téléphone.',
  'security.codesOn': {
    one: 'Activés depuis le {date}. Il reste {count} code de secours.',
    other: 'Activés depuis le {date}. Il reste {count} codes de secours.',
  },
  'security.turnCodesOn': 'Activer',
  'security.turnCodesOff': 'Désactiver',
  'security.newCodes': 'Nouveaux codes',
  'security.sessions': 'Où vous êtes connecté',
  'security.thisOne': '{device} (celui-ci)',
  'security.seen': 'depuis le {date}, dernière activité le {seen}',
  'security.seenFrom': '{address} · depuis le {date}, dernière activité le {seen}',
  'security.signOut': 'Déconnecter',
  'security.signOutOf': 'Déconnecter : {device}',
  'security.signOutOthers': 'Déconnecter partout ailleurs',
  'security.password': 'Mot de passe',

  'device.programOnSystem': '{program} sur {system}',
  'device.onSystem': 'Navigateur sur {system}',
  'device.unknown': 'Navigateur inconnu',

  'codes.title': 'Activer les codes à usage unique',
  'codes.scan':
    'Scannez ceci avec votre application d’authentification, {link} si elle est sur cet appareil, ou tapez-y la clé.',
  'codes.openThere': 'ouvrez la clé dans l’application',
  'codes.picture': 'La clé en code QR',
  'codes.shown': 'Le code qu’elle affiche maintenant',
  'codes.turnOn': 'Activer les codes',
  'codes.notNow': 'Pas maintenant',

  'recovery.title': 'Vos codes de secours',
  'recovery.hint':
    'Chacun vous permet de vous connecter une fois, à la place d’un code à usage unique, si vous perdez votre appareil. Imprimez-les, ou gardez-les là où vous gardez vos mots de passe : ils ne seront plus affichés.',
  'recovery.kept': 'Je les ai gardés',

  'appPasswords.title': 'Mots de passe d’application',
  'appPasswords.hint':
    'Pour les applications qui parlent Google Reader ou Fever. Votre propre mot de passe n’y fonctionne pas, et un mot de passe d’application ne fonctionne nulle part ailleurs.',
  'appPasswords.name': 'Pour quelle application ?',
  'appPasswords.example': 'Reeder sur mon téléphone',
  'appPasswords.ownPassword': 'Votre propre mot de passe, pour confirmer que c’est bien vous',
  'appPasswords.make': 'Créer un mot de passe',
  'appPasswords.type': 'À saisir dans l’application',
  'appPasswords.greader': 'Serveur, si l’application demande Google Reader ou FreshRSS',
  'appPasswords.fever': 'Serveur, si l’application demande Fever',
  'appPasswords.once':
    'Le mot de passe n’est affiché que maintenant. Personne ne peut l’afficher de nouveau ; si vous le perdez, créez-en un autre.',
  'appPasswords.list': 'Applications qui en ont un',
  'appPasswords.none': 'Aucune pour l’instant.',
  'appPasswords.unused': 'Jamais utilisé · depuis le {date}',
  'appPasswords.used': 'Utilisé le {used} : {what} · depuis le {date}',
  'appPasswords.usedBy': 'Utilisé le {used} : {what} par {agent} · depuis le {date}',
  'appPasswords.shutOut': 'Révoquer',
  'appPasswords.shutOutOf': 'Révoquer {name}',
  'appPasswords.help': 'Comment connecter votre application',

  'consent.title': 'Connecter {app}',
  'consent.question': 'Connecter {app} ?',
  'consent.about':
    'Une application enregistrée le {date} veut utiliser votre compte. Elle a choisi son nom elle-même.',
  'consent.aboutWithSite':
    'Une application enregistrée le {date} veut utiliser votre compte. Elle a choisi son nom elle-même et indique {site} comme site web.',
  'consent.unencrypted':
    'La réponse à l’application part sans chiffrement vers {host} : quiconque se trouve sur le chemin pourrait utiliser votre compte. Ne continuez que si vous faites confiance au réseau.',
  'consent.notYou': 'Pas vous ?',
  'consent.abilities': 'Elle pourra',
  'consent.read': 'Lire vos flux et articles',
  'consent.readHint': 'Groupes, flux et tout ce qu’ils publient',
  'consent.mark': 'Modifier ce qui est lu et ce qui est en favori',
  'consent.markHint': 'Sur tous vos appareils',
  'consent.feeds': 'Ajouter et retirer des flux',
  'consent.feedsHint': 'Et les déplacer d’un groupe à l’autre',
  'consent.keep': 'Choisir combien de temps les articles sont conservés',
  'consent.keepHint': 'Ceux que vous avez lus sont ensuite supprimés pour de bon, sauf les favoris',
  'consent.account': 'Changer votre mot de passe ou voir les autres applications',
  'consent.accountHint': 'Jamais possible pour une application connectée',
  'consent.cancel': 'Annuler',
  'consent.allow': 'Autoriser',
  'consent.toCode':
    'Vous recevrez un code à copier dans l’application. Vous pouvez lui retirer l’accès à tout moment dans votre compte sur ce serveur.',
  'consent.toAddress':
    'Vous continuerez vers {address}. Vous pouvez retirer l’accès à l’application à tout moment dans votre compte sur ce serveur.',
  'consent.yourCode': 'Votre code',
  'consent.copyCode': 'Copiez ce code',
  'consent.copyHint': 'Collez-le dans l’application qui l’a demandé. Il sert une fois, dans les dix minutes.',
  'consent.secret': 'Ne le donnez à personne d’autre : qui l’a peut utiliser votre compte.',
  'consent.declined': 'Non connectée',
  'consent.declinedHint': 'L’application n’a pas été autorisée. Vous pouvez fermer cette page.',

  ...frLite,
};

export const frRefusals: Refusals = {
  'name-taken': 'Le nom est déjà pris.',
  'name-empty': 'Le nom est vide.',
  'name-too-long': 'Le nom est trop long.',
  'name-not-allowed': 'Le nom contient un deux-points ou un caractère invisible.',
  'password-wrong': 'Le mot de passe n’est pas le bon.',
  'password-too-short': 'Le mot de passe est trop court.',
  'password-too-long': 'Le mot de passe est trop long.',
  'password-or-code-wrong': 'Le mot de passe ou le code n’est pas le bon.',
  'code-wrong': 'Le code n’est pas le bon ; l’horloge de votre appareil est-elle à l’heure ?',
  'too-many-tries': 'Trop d’essais : attendez un moment.',
  'too-many-kept': 'Il y en a déjà trop ; supprimez-en d’abord.',
  'passkey-known': 'Cette clé d’accès est déjà connue.',
  'passkey-failed': 'La clé d’accès n’a pas fonctionné ; réessayez.',
  'passkey-unknown': 'Cette clé d’accès n’est pas connue ici.',
  'passkey-of-another': 'Cette clé d’accès est celle d’un autre compte.',
  'confirm-first': 'Confirmez d’abord que c’est bien vous.',
  'codes-on': 'Les codes à usage unique sont déjà activés.',
  'codes-off': 'Les codes à usage unique sont désactivés.',
  'codes-begin-again': 'Recommencez avec une nouvelle clé.',
  'sign-in-over': 'Cela a pris trop de temps ou trop d’essais ; recommencez.',
  'set-up-code-wrong': 'Ce n’est pas le code de configuration que le serveur a affiché.',
  'set-up-over': 'Il y a déjà un compte.',
  'invitation-over':
    'Le lien a été utilisé ou révoqué, ou il est trop ancien. Si c’est vous qui l’avez utilisé, connectez-vous ; sinon, demandez-en un autre.',
  'open-too-long': 'La page est restée ouverte trop longtemps ou a déjà reçu une réponse ; réessayez.',
  'app-unknown': 'Ce serveur ne connaît pas l’application ; laissez-la s’enregistrer à nouveau.',
  'app-address-unknown':
    'L’application donne une autre adresse (redirect_uri) que celle qu’elle a enregistrée.',
  'app-address-plain':
    'L’adresse de l’application (redirect_uri) n’est pas chiffrée, et ce serveur exige qu’elle le soit.',
  'other-site':
    'Le formulaire ne vient pas de l’adresse de ce serveur. Ouvrez-le à la sienne ; son responsable la définit avec COURANT_PUBLIC_URL.',
  'cookie-missing':
    'Votre navigateur n’a pas gardé notre cookie ; autorisez les cookies, revenez en arrière et réessayez.',
  'page-outdated': 'La page n’était plus à jour ; revenez en arrière et rechargez-la.',
  'no-longer-kept': 'Il n’en reste plus rien.',
  'undone-already': 'C’est déjà annulé.',
  'removed-already': 'C’est déjà supprimé.',
  'not-found': 'Ce que vous cherchez n’est pas ici, ou n’y est plus.',
  forbidden: 'Vous n’en avez pas le droit ici.',
  'wrong-method': 'Cette page ne s’ouvre pas ainsi ; recommencez depuis l’accueil.',
  'too-large': 'Ce qui a été envoyé est trop long.',
  'too-many': 'Trop à la fois : attendez un moment.',
};
