// The door for people: a few pages without scripts, every path on one page.
import { invitationPath } from '../../accounts/invitations.ts';
import type { Door, Route } from '../routing.ts';
import { showAppHelp } from './about-apps.ts';
import { showAboutBot } from './about-bot.ts';
import { showExtension } from './about-extensions.ts';
import { showAppPasswords, takeAppPassword, takeAppPasswordRevocation } from './app-passwords.ts';
import { openAssets } from './assets.ts';
import { showConsent, takeConsent } from './authorize.ts';
import { fail, refuse } from './errors.ts';
import { goTo } from './frame.ts';
import { showAccount, showHome, takeRemoval } from './home.ts';
import type { House, PageHandler, PagesOptions } from './house.ts';
import { showInvitation, takeInvitation } from './invitation.ts';
import { showPassword, takePassword } from './password.ts';
import { aboutBotPath, appPasswordsPath, authorizePath } from './paths.ts';
import * as security from './security.ts';
import { showSetUp, takeSetUp } from './set-up.ts';
import { askPasskey, showSignIn, takeCode, takePasskey, takeSignIn, takeSignOut } from './sign-in.ts';

/** Opens the door. */
export function openPagesDoor(options: PagesOptions): Door {
  const house: House = { ...options, assets: openAssets() };
  const on = (method: Route['method'], path: string, handle: PageHandler): Route => ({
    method,
    path,
    handle: (call) => handle(house, call),
  });
  return {
    name: 'pages',
    crossOrigin: false,
    owns: (path) => !path.startsWith('/api/'),
    refuse: (refusal) => refuse(house, refusal),
    fail: (call, fault) => fail(house, call, fault),
    routes: [
      on('GET', '/', showHome),
      on('GET', '/account', showAccount),
      on('POST', '/apps/remove', takeRemoval),
      on('GET', '/set-up', showSetUp),
      on('POST', '/set-up', takeSetUp),
      on('GET', invitationPath, showInvitation),
      on('POST', invitationPath, takeInvitation),
      on('GET', '/sign-in', showSignIn),
      on('POST', '/sign-in', takeSignIn),
      on('POST', '/sign-in/code', takeCode),
      on('POST', '/sign-in/passkey/options', askPasskey),
      on('POST', '/sign-in/passkey', takePasskey),
      on('GET', '/security', security.show),
      on('POST', '/security/confirm', security.confirm),
      on('POST', '/security/confirm/passkey', security.confirmWithPasskey),
      on('POST', '/security/codes', security.beginCodes),
      on('POST', '/security/codes/confirm', security.confirmCodes),
      on('POST', '/security/codes/remove', security.removeCodes),
      on('POST', '/security/recovery-codes', security.renewCodes),
      on('POST', '/security/passkeys/options', security.askNewPasskey),
      on('POST', '/security/passkeys', security.addPasskey),
      on('POST', '/security/passkeys/remove', security.removePasskey),
      on('POST', '/security/sessions/end', security.endSession),
      on('POST', '/security/sessions/end-others', security.endOthers),
      on('POST', '/sign-out', takeSignOut),
      on('GET', '/password', showPassword),
      on('POST', '/password', takePassword),
      // Where password managers look for it (W3C, A Well-Known URL for Changing Passwords).
      on('GET', '/.well-known/change-password', () => goTo('/password')),
      on('GET', appPasswordsPath, showAppPasswords),
      on('POST', appPasswordsPath, takeAppPassword),
      on('POST', `${appPasswordsPath}/revoke`, takeAppPasswordRevocation),
      on('GET', authorizePath, showConsent),
      on('POST', authorizePath, takeConsent),
      on('GET', aboutBotPath, showAboutBot),
      on('GET', '/about/apps', showAppHelp),
      on('GET', '/about/apps/:name', showAppHelp),
      on('GET', '/about/extensions/:name', (_house, call) => showExtension(call)),
      on('GET', '/assets/:name', (_house, call) => house.assets.serve(call)),
    ],
  };
}
