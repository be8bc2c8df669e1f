// The door for people: a few pages that work without scripts, all paths on one page.
import { invitationPath } from '../../accounts/invitations.ts';
import type { Door } from '../routing.ts';
import { showAboutBot } from './about-bot.ts';
import { showAppPasswords, takeAppPassword, takeAppPasswordRevocation } from './app-passwords.ts';
import { openAssets } from './assets.ts';
import { showConsent, takeConsent } from './authorize.ts';
import { showAppHelp, showExtension, showMoving } from './documentation.ts';
import { doorOf, type PageRoute } from './door.ts';
import { goTo } from './frame.ts';
import { showAccount, showHome, takeRemoval } from './home.ts';
import type { PagesOptions, Premises } from './house.ts';
import { showInvitation, takeInvitation } from './invitation.ts';
import { showPassword, takePassword } from './password.ts';
import { aboutBotPath, appPasswordsPath, authorizePath } from './paths.ts';
import * as security from './security.ts';
import { showSetUp, takeSetUp } from './set-up.ts';
import { askPasskey, showSignIn, takeCode, takePasskey, takeSignIn, takeSignOut } from './sign-in.ts';

const routes: readonly PageRoute<Premises>[] = [
  ['GET', '/', showHome],
  ['GET', '/account', showAccount],
  ['POST', '/apps/remove', takeRemoval],
  ['GET', '/set-up', showSetUp],
  ['POST', '/set-up', takeSetUp],
  ['GET', invitationPath, showInvitation],
  ['POST', invitationPath, takeInvitation],
  ['GET', '/sign-in', showSignIn],
  ['POST', '/sign-in', takeSignIn],
  ['POST', '/sign-in/code', takeCode],
  ['POST', '/sign-in/passkey/options', askPasskey],
  ['POST', '/sign-in/passkey', takePasskey],
  ['GET', '/security', security.show],
  ['POST', '/security/confirm', security.confirm],
  ['POST', '/security/confirm/passkey', security.confirmWithPasskey],
  ['POST', '/security/codes', security.beginCodes],
  ['POST', '/security/codes/confirm', security.confirmCodes],
  ['POST', '/security/codes/remove', security.removeCodes],
  ['POST', '/security/recovery-codes', security.renewCodes],
  ['POST', '/security/passkeys/options', security.askNewPasskey],
  ['POST', '/security/passkeys', security.addPasskey],
  ['POST', '/security/passkeys/remove', security.removePasskey],
  ['POST', '/security/sessions/end', security.endSession],
  ['POST', '/security/sessions/end-others', security.endOthers],
  ['POST', '/sign-out', takeSignOut],
  ['GET', '/password', showPassword],
  ['POST', '/password', takePassword],
  // Where password managers look for it (W3C, A Well-Known URL for Changing Passwords).
  ['GET', '/.well-known/change-password', () => goTo('/password')],
  ['GET', appPasswordsPath, showAppPasswords],
  ['POST', appPasswordsPath, takeAppPassword],
  ['POST', `${appPasswordsPath}/revoke`, takeAppPasswordRevocation],
  ['GET', authorizePath, showConsent],
  ['POST', authorizePath, takeConsent],
  ['GET', aboutBotPath, showAboutBot],
  ['GET', '/about/apps', showAppHelp],
  ['GET', '/about/apps/:name', showAppHelp],
  ['GET', '/about/moving', showMoving],
  ['GET', '/about/extensions', showExtension],
  ['GET', '/about/extensions/:name', showExtension],
  ['GET', '/assets/:name', ({ assets }, call) => assets.serve(call)],
];

/** Opens the door. */
export function openPagesDoor(options: PagesOptions): Door {
  return doorOf(
    { ...options, assets: openAssets(), first: '/' },
    { name: 'pages', owns: () => true, routes },
  );
}
