// The texts of the pages, in English. `{name}` is filled in; a text that depends on a number has its plural forms (CLDR) instead.

import { enLite } from './lite/en.ts';

export const en = {
  'frame.aboutServer': 'About this server',
  'frame.aboutCrawler': 'About our crawler',
  'frame.toFirstPage': 'Back to the home page',

  'wrong.didNotWork': 'That did not work',
  'wrong.signInFirst': 'Please sign in',
  'wrong.notAllowed': 'That is not allowed',
  'wrong.nothingHere': 'There is nothing here',
  'wrong.over': 'No longer available',
  'wrong.tooLong': 'That is too long',
  'wrong.tooManyTries': 'Too many attempts',
  'wrong.away': 'Back in a moment',
  'wrong.awayHint': 'The service is not available just now. Please try again.',
  'wrong.broken': 'Something went wrong here',
  'wrong.brokenHint': 'It is not your fault. Whoever runs this server can find it as request {id}.',

  'fields.name': 'Name',
  'fields.password': 'Password',
  'fields.currentPassword': 'Current password',
  'fields.newPassword': 'New password',
  'fields.passwordHint': {
    one: 'At least {count} character. Longer is better.',
    other: 'At least {count} characters. Longer is better.',
  },
  'fields.code': 'Code',
  'fields.oneTimeCode': 'One-time code',

  'home.welcome': 'Welcome',
  'home.title': 'A server for your feeds',
  'home.hint': 'It fetches the sites you follow, and keeps what you have read in step on every device.',
  'home.lite': 'Read without JavaScript',
  'home.apps': 'For your apps',
  'home.address': 'Address of this server',
  'home.interface': 'Its API, for people who write apps',

  'signIn.title': 'Sign in',
  'signIn.to': 'to {host}',
  'signIn.toApp': 'to continue to {app} on {host}',
  'signIn.passkey': 'Sign in with a passkey',
  'signIn.noMatch':
    'That name and password don’t match an account here. Check both and try again. If you have forgotten the password, whoever runs this server can send you a link to set a new one.',
  'signIn.oneMoreStep': 'One more step',
  'signIn.typeCode': 'Type the code that your authenticator app shows now.',
  'signIn.codeHint':
    'Six digits, or one of your recovery codes. If you have lost both, whoever runs this server can send you a link to set a new password, which turns codes off.',
  'signIn.codeWrong': 'That code is wrong, or was already used. Wait for the next one.',
  'signIn.beginAgain': 'Start over',
  'signIn.signOut': 'Sign out',

  'passkeys.noBeginning': 'The server could not start this. Reload the page and try again.',
  'passkeys.unused': 'No passkey was used. You can try again.',
  'passkeys.known': 'This device has a passkey for this account already.',
  'passkeys.failed': 'The passkey did not work. You can try again.',

  'setUp.title': 'Set up',
  'setUp.welcome': 'Welcome to {name}',
  'setUp.hint': 'Create the first account of this server. It will be the administrator’s.',
  'setUp.code': 'Set-up code',
  'setUp.codeHint': 'The server printed it on its console, or in its log, when it started.',
  'setUp.make': 'Create the account',

  'invitation.welcome': 'Welcome',
  'invitation.hint': 'You are invited to read on {host}. Choose a name and a password.',
  'invitation.signsOut':
    'You are signed in here as {name}; going on signs you out. To stay signed in, open the link in another browser.',
  'invitation.make': 'Create the account',
  'invitation.newPassword': 'A new password',
  'invitation.resetHint':
    'For the account {name}. Every app and every browser will have to sign in again; one-time codes and passkeys are removed.',
  'invitation.set': 'Set the password',

  'account.title': 'Your account',
  'account.hello': 'Hello, {name}',
  'account.signedInOn': 'You are signed in on {host}.',
  'account.apps': 'Connected apps',
  'account.noApps': 'None yet. Give an app the address below, and it will ask you here.',
  'account.mayRead': 'May read · since {date}',
  'account.mayWrite': 'May read and change · since {date}',
  'account.remove': 'Remove',
  'account.removeOf': 'Remove {name}',
  'account.security': 'How and where you sign in',
  'account.changePassword': 'Change your password',
  'account.appPasswords': 'Passwords for other apps',

  'password.title': 'Change your password',
  'password.hint': 'Every app and every other browser will have to sign in again.',
  'password.endsLinks':
    'Links that you have created for others, for a new account or a new password, stop working as well.',
  'password.keepsPasskeys':
    'Your passkeys go on working. If somebody else knew the old password, look whether there is one that is not yours: {link}',
  'password.change': 'Change it',

  'security.title': 'How and where you sign in',
  'security.confirm': 'Before you change anything here, confirm that it is you.',
  'security.itIsMe': 'It’s me',
  'security.usePasskey': 'Use a passkey',
  'security.passkeys': 'Passkeys',
  'security.passkeysHint':
    'A passkey lets you sign in without a password, with your fingerprint, your face or the PIN of your device.',
  'security.noPasskeys': 'You have none yet.',
  'security.passkeyUnused': 'added {date}, not used yet',
  'security.passkeyUsed': 'added {date}, last used {used}',
  'security.passkeyName': 'Name of a new passkey',
  'security.passkeyExample': 'My phone',
  'security.addPasskey': 'Add a passkey',
  'security.scriptsWanted': 'Adding one needs JavaScript, which is off in this browser.',
  'security.remove': 'Remove',
  'security.removeOf': 'Remove: {name}',
  'security.codes': 'One-time codes',
  'security.codesOff':
    'Off. With them, your password alone is not enough to sign in: you also need a code from an app on your phone.',
  'security.codesOn': {
    one: 'On since {date}. One recovery code is left.',
    other: 'On since {date}. {count} recovery codes are left.',
  },
  'security.turnCodesOn': 'Turn them on',
  'security.turnCodesOff': 'Turn them off',
  'security.newCodes': 'New codes',
  'security.sessions': 'Where you are signed in',
  'security.thisOne': '{device} (this one)',
  'security.seen': 'since {date}, last seen {seen}',
  'security.seenFrom': '{address} · since {date}, last seen {seen}',
  'security.signOut': 'Sign out',
  'security.signOutOf': 'Sign out: {device}',
  'security.signOutOthers': 'Sign out everywhere else',
  'security.password': 'Password',

  'device.programOnSystem': '{program} on {system}',
  'device.onSystem': 'Browser on {system}',
  'device.unknown': 'Unknown browser',

  'codes.title': 'Turn one-time codes on',
  'codes.scan':
    'Scan this with your authenticator app, or {link} if the app is on this device, or type the secret.',
  'codes.openThere': 'open it there',
  'codes.picture': 'The secret as a QR code',
  'codes.shown': 'The code that it shows now',
  'codes.turnOn': 'Turn codes on',
  'codes.notNow': 'Not now',

  'recovery.title': 'Your recovery codes',
  'recovery.hint':
    'Each lets you in once, in place of a one-time code, when your device is lost. Print them, or keep them where you keep your passwords: they are not shown again.',
  'recovery.kept': 'I have kept them',

  'appPasswords.title': 'App passwords',
  'appPasswords.hint':
    'For apps that speak Google Reader or Fever. Your own password does not work in them, and an app password works nowhere else.',
  'appPasswords.name': 'Which app is it for?',
  'appPasswords.example': 'Reeder on my phone',
  'appPasswords.ownPassword': 'Your own password, to confirm that it is you',
  'appPasswords.make': 'Create a password',
  'appPasswords.type': 'Type this into the app',
  'appPasswords.greader': 'Server, where the app asks for Google Reader or FreshRSS',
  'appPasswords.fever': 'Server, where the app asks for Fever',
  'appPasswords.once':
    'The password is shown only now. Nobody can show it again; if you lose it, create another one.',
  'appPasswords.list': 'Apps that have one',
  'appPasswords.none': 'None yet.',
  'appPasswords.unused': 'Never used · since {date}',
  'appPasswords.used': 'Used {used}: {what} · since {date}',
  'appPasswords.usedBy': 'Used {used}: {what} by {agent} · since {date}',
  'appPasswords.shutOut': 'Revoke',
  'appPasswords.shutOutOf': 'Revoke {name}',
  'appPasswords.help': 'How to connect your app',

  'consent.title': 'Connect {app}',
  'consent.question': 'Connect {app}?',
  'consent.about': 'An app registered on {date} wants to use your account. It chose its name itself.',
  'consent.aboutWithSite':
    'An app registered on {date} wants to use your account. It chose its name itself, and says that its website is {site}.',
  'consent.unencrypted':
    'The answer to it travels unencrypted to {host}: anyone on the way could use your account. Continue only if you trust the network.',
  'consent.notYou': 'Not you?',
  'consent.abilities': 'It will be able to',
  'consent.read': 'Read your feeds and items',
  'consent.readHint': 'Groups, feeds and everything they publish',
  'consent.mark': 'Change what is read and starred',
  'consent.markHint': 'On every device you use',
  'consent.feeds': 'Add and remove feeds',
  'consent.feedsHint': 'Including moving them between groups',
  'consent.keep': 'Set how long items are kept',
  'consent.keepHint': 'Those that you have read are then removed for good, except starred ones',
  'consent.account': 'Change your password or see other apps',
  'consent.accountHint': 'Never available to connected apps',
  'consent.cancel': 'Cancel',
  'consent.allow': 'Allow',
  'consent.toCode':
    'You’ll get a code to copy into the app. You can remove its access at any time in your account on this server.',
  'consent.toAddress':
    'You’ll go on to {address}. You can remove its access at any time in your account on this server.',
  'consent.yourCode': 'Your code',
  'consent.copyCode': 'Copy this code',
  'consent.copyHint': 'Paste it into the app that asked for it. It works once, within ten minutes.',
  'consent.secret': 'Do not give it to anyone else: whoever has it can use your account.',
  'consent.declined': 'Not connected',
  'consent.declinedHint': 'The app was not let in. You can close this page.',

  ...enLite,
} as const;

export type English = typeof en;
