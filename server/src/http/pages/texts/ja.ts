// The texts of the pages, in Japanese (see en.ts).
import type { Catalogue } from './catalogue.ts';
import { jaLite } from './lite/ja.ts';
import type { Refusals } from './refusals.ts';

export const ja: Catalogue<'other'> = {
  'frame.aboutServer': 'このサーバーについて',
  'frame.aboutCrawler': 'クローラーについて',
  'frame.toFirstPage': 'ホームに戻る',

  'wrong.didNotWork': 'うまくいきませんでした',
  'wrong.signInFirst': 'サインインしてください',
  'wrong.notAllowed': '許可されていません',
  'wrong.nothingHere': 'ここには何もありません',
  'wrong.over': 'もう利用できません',
  'wrong.tooLong': '長すぎます',
  'wrong.tooManyTries': '試行回数が多すぎます',
  'wrong.away': 'まもなく再開します',
  'wrong.awayHint': 'サービスは現在利用できません。もう一度お試しください。',
  'wrong.broken': '問題が起きました',
  'wrong.brokenHint':
    'あなたのせいではありません。このサーバーの管理者は、リクエスト{id}として調べられます。',

  'fields.name': '名前',
  'fields.password': 'パスワード',
  'fields.currentPassword': '現在のパスワード',
  'fields.newPassword': '新しいパスワード',
  'fields.passwordHint': { other: '{count}文字以上。長いほど安全です。' },
  'fields.code': 'コード',
  'fields.oneTimeCode': 'ワンタイムコード',

  'home.welcome': 'ようこそ',
  'home.title': 'フィードのためのサーバー',
  'home.hint': '購読中のサイトを取得し、どの端末でも既読の状態を揃えます。',
  'home.lite': 'JavaScriptなしで読む',
  'home.apps': 'アプリで読む',
  'home.address': 'このサーバーのアドレス',
  'home.interface': 'アプリを作る方のためのAPI',

  'signIn.title': 'サインイン',
  'signIn.to': '{host}にサインインします',
  'signIn.toApp': '{host}にサインインして{app}に進みます',
  'signIn.passkey': 'パスキーでサインイン',
  'signIn.noMatch':
    'この名前とパスワードに合うアカウントはありません。両方を確かめてもう一度お試しください。パスワードを忘れた場合は、このサーバーの管理者に、設定し直すためのリンクを送ってもらってください。',
  'signIn.oneMoreStep': 'あと一歩です',
  'signIn.typeCode': '認証アプリに今表示されているコードを入力してください。',
  'signIn.codeHint':
    '6桁の数字、またはリカバリーコード。どちらも失った場合は、このサーバーの管理者に、パスワードを設定し直すためのリンクを送ってもらってください。コードは無効になります。',
  'signIn.codeWrong': 'コードが違うか、すでに使われています。次のコードをお待ちください。',
  'signIn.beginAgain': '最初からやり直す',
  'signIn.signOut': 'サインアウト',

  'passkeys.noBeginning':
    'サーバーが処理を開始できませんでした。このページを再読み込みしてもう一度お試しください。',
  'passkeys.unused': 'パスキーは使われませんでした。もう一度お試しください。',
  'passkeys.known': 'この端末には、このアカウントのパスキーがすでにあります。',
  'passkeys.failed': 'パスキーが使えませんでした。もう一度お試しください。',

  'setUp.title': '初期設定',
  'setUp.welcome': '{name}へようこそ',
  'setUp.hint': 'このサーバーの最初のアカウントを作成します。管理者のアカウントになります。',
  'setUp.code': '初期設定コード',
  'setUp.codeHint': 'サーバーの起動時に、コンソールまたはログに表示されています。',
  'setUp.make': 'アカウントを作成',

  'invitation.welcome': 'ようこそ',
  'invitation.hint': '{host}に招待されています。名前とパスワードを決めてください。',
  'invitation.signsOut':
    'このブラウザーには{name}としてサインインしており、続けるとサインアウトします。サインインしたままにするには、リンクを別のブラウザーで開いてください。',
  'invitation.make': 'アカウントを作成',
  'invitation.newPassword': '新しいパスワード',
  'invitation.resetHint':
    'アカウント{name}のパスワードです。すべてのアプリとブラウザーはサインインし直す必要があり、ワンタイムコードとパスキーは削除されます。',
  'invitation.set': 'パスワードを設定',

  'account.title': 'アカウント',
  'account.hello': 'こんにちは、{name}さん',
  'account.signedInOn': '{host}にサインインしています。',
  'account.apps': '接続中のアプリ',
  'account.noApps': 'まだありません。下のアドレスをアプリに入力すると、ここで許可を求められます。',
  'account.mayRead': '閲覧のみ · {date}から',
  'account.mayWrite': '閲覧と変更 · {date}から',
  'account.remove': '削除',
  'account.removeOf': '{name}を削除',
  'account.security': 'サインインの方法と場所',
  'account.changePassword': 'パスワードを変更',
  'account.appPasswords': '他のアプリ用のパスワード',

  'password.title': 'パスワードを変更',
  'password.hint': 'すべてのアプリと他のすべてのブラウザーは、サインインし直す必要があります。',
  'password.endsLinks':
    '他の人のために作ったリンク（新しいアカウントや新しいパスワードのもの）も無効になります。',
  'password.keepsPasskeys':
    'パスキーはそのまま使えます。他の人が以前のパスワードを知っていた場合は、見覚えのないパスキーがないか確かめてください：{link}',
  'password.change': '変更',

  'security.title': 'サインインの方法と場所',
  'security.confirm': 'ここで何かを変えるには、まずご本人であることを確認します。',
  'security.itIsMe': '本人です',
  'security.usePasskey': 'パスキーを使う',
  'security.passkeys': 'パスキー',
  'security.passkeysHint':
    'パスキーがあれば、指紋や顔、端末のPINを使い、パスワードなしでサインインできます。',
  'security.noPasskeys': 'まだありません。',
  'security.passkeyUnused': '{date}に追加、未使用',
  'security.passkeyUsed': '{date}に追加、最終使用：{used}',
  'security.passkeyName': '新しいパスキーの名前',
  'security.passkeyExample': '自分のスマートフォン',
  'security.addPasskey': 'パスキーを追加',
  'security.scriptsWanted': '追加にはJavaScriptが必要ですが、このブラウザーではオフになっています。',
  'security.remove': '削除',
  'security.removeOf': '削除：{name}',
  'security.codes': 'ワンタイムコード',
  'security.codesOff':
    'オフ。オンにすると、パスワードだけではサインインできず、スマートフォンのアプリが示すコードも必要になります。',
  'security.codesOn': { other: '{date}からオン。残りのリカバリーコード：{count}個。' },
  'security.turnCodesOn': 'オンにする',
  'security.turnCodesOff': 'オフにする',
  'security.newCodes': '新しいコード',
  'security.sessions': 'サインイン中の場所',
  'security.thisOne': '{device}（このブラウザー）',
  'security.seen': '{date}から、最終確認：{seen}',
  'security.seenFrom': '{address} · {date}から、最終確認：{seen}',
  'security.signOut': 'サインアウト',
  'security.signOutOf': 'サインアウト：{device}',
  'security.signOutOthers': '他をすべてサインアウト',
  'security.password': 'パスワード',

  'device.programOnSystem': '{program}（{system}）',
  'device.onSystem': 'ブラウザー（{system}）',
  'device.unknown': '不明なブラウザー',

  'codes.title': 'ワンタイムコードをオンにする',
  'codes.scan':
    '認証アプリで読み取ってください。アプリがこの端末にあれば{link}こともできます。キーを入力しても構いません。',
  'codes.openThere': 'アプリで開く',
  'codes.picture': 'キーのQRコード',
  'codes.shown': '今表示されているコード',
  'codes.turnOn': 'コードをオンにする',
  'codes.notNow': '今はしない',

  'recovery.title': 'リカバリーコード',
  'recovery.hint':
    '端末をなくしたとき、ワンタイムコードの代わりにそれぞれ一度だけ使えます。印刷するか、パスワードと同じ場所に保管してください。もう一度表示されることはありません。',
  'recovery.kept': '保管しました',

  'appPasswords.title': 'アプリパスワード',
  'appPasswords.hint':
    'Google ReaderやFeverの方式を使うアプリのためのものです。ご自身のパスワードはこれらのアプリでは使えず、アプリパスワードは他では使えません。',
  'appPasswords.name': 'どのアプリ用ですか？',
  'appPasswords.example': 'スマートフォンのReeder',
  'appPasswords.ownPassword': 'ご本人の確認のため、ご自身のパスワード',
  'appPasswords.make': 'パスワードを作成',
  'appPasswords.type': 'アプリに入力してください',
  'appPasswords.greader': 'サーバー（Google Reader、FreshRSSの場合）',
  'appPasswords.fever': 'サーバー（Feverの場合）',
  'appPasswords.once':
    'パスワードが表示されるのは今だけです。誰にも再表示できません。なくしたら作り直してください。',
  'appPasswords.list': 'パスワードのあるアプリ',
  'appPasswords.none': 'まだありません。',
  'appPasswords.unused': '未使用 · {date}から',
  'appPasswords.used': '最終使用：{used}（{what}） · {date}から',
  'appPasswords.usedBy': '最終使用：{used}（{what}、{agent}） · {date}から',
  'appPasswords.shutOut': '無効にする',
  'appPasswords.shutOutOf': '{name}を無効にする',
  'appPasswords.help': 'アプリの接続方法',

  'consent.title': '{app}を接続',
  'consent.question': '{app}を接続しますか？',
  'consent.about':
    '{date}に登録されたアプリが、あなたのアカウントを使おうとしています。名前はアプリが自分で付けたものです。',
  'consent.aboutWithSite':
    '{date}に登録されたアプリが、あなたのアカウントを使おうとしています。名前はアプリが自分で付けたもので、ウェブサイトは{site}とされています。',
  'consent.unencrypted':
    'アプリへの応答は暗号化されずに{host}へ送られます。途中にいる人があなたのアカウントを使えるおそれがあります。ネットワークを信頼できる場合だけ進んでください。',
  'consent.notYou': '別の方ですか？',
  'consent.abilities': 'できること',
  'consent.read': 'フィードと記事を読む',
  'consent.readHint': 'グループ、フィード、公開されるすべての記事',
  'consent.mark': '既読とスターを変更する',
  'consent.markHint': 'お使いのすべての端末で',
  'consent.feeds': 'フィードを追加、削除する',
  'consent.feedsHint': 'グループ間の移動も含みます',
  'consent.keep': '記事の保存期間を設定する',
  'consent.keepHint': '期間を過ぎた既読の記事は、スター付きを除いて完全に削除されます',
  'consent.account': 'パスワードを変更する、他のアプリを見る',
  'consent.accountHint': '接続したアプリには決してできません',
  'consent.cancel': 'キャンセル',
  'consent.allow': '許可',
  'consent.toCode':
    'アプリに貼り付けるコードが表示されます。許可は、このサーバーのアカウントのページでいつでも取り消せます。',
  'consent.toAddress':
    'このあと{address}に移ります。許可は、このサーバーのアカウントのページでいつでも取り消せます。',
  'consent.yourCode': 'コード',
  'consent.copyCode': 'このコードをコピーしてください',
  'consent.copyHint': 'コードを求めたアプリに貼り付けてください。10分以内に一度だけ使えます。',
  'consent.secret': '他の人に渡さないでください。コードを持つ人はあなたのアカウントを使えます。',
  'consent.declined': '接続していません',
  'consent.declinedHint': 'アプリは許可されませんでした。このページは閉じて構いません。',

  ...jaLite,
};

export const jaRefusals: Refusals = {
  'name-taken': 'その名前は使われています。',
  'name-empty': '名前が空です。',
  'name-too-long': '名前が長すぎます。',
  'name-not-allowed': '名前にコロンまたは見えない文字が含まれています。',
  'password-wrong': 'パスワードが違います。',
  'password-too-short': 'パスワードが短すぎます。',
  'password-too-long': 'パスワードが長すぎます。',
  'password-or-code-wrong': 'パスワードかコードが違います。',
  'code-wrong': 'コードが違います。端末の時計は合っていますか？',
  'too-many-tries': '試行回数が多すぎます。しばらくお待ちください。',
  'too-many-kept': 'すでに多すぎます。先に一つ削除してください。',
  'passkey-known': 'このパスキーはすでに登録されています。',
  'passkey-failed': 'パスキーが使えませんでした。もう一度お試しください。',
  'passkey-unknown': 'このパスキーはここには登録されていません。',
  'passkey-of-another': 'このパスキーは別のアカウントのものです。',
  'confirm-first': '先にご本人であることを確認してください。',
  'codes-on': 'ワンタイムコードはすでにオンです。',
  'codes-off': 'ワンタイムコードはオフです。',
  'codes-begin-again': '新しいキーでもう一度始めてください。',
  'sign-in-over': '時間がかかりすぎたか、試行回数が多すぎました。最初からやり直してください。',
  'set-up-code-wrong': 'サーバーが表示した初期設定コードではありません。',
  'set-up-over': 'アカウントはすでにあります。',
  'invitation-over':
    'このリンクは使用済みか、取り消されたか、期限切れです。ご自分で使った場合はサインインし、そうでなければ新しいリンクをもらってください。',
  'open-too-long': 'ページを開いている時間が長すぎたか、すでに回答済みです。もう一度お試しください。',
  'app-unknown': 'このアプリはこのサーバーに登録されていません。アプリから登録し直してください。',
  'app-address-unknown': 'アプリのアドレス（redirect_uri）が、登録されたものと違います。',
  'app-address-plain':
    'アプリのアドレス（redirect_uri）が暗号化されていないため、このサーバーでは使えません。',
  'other-site':
    'このフォームは、このサーバーのアドレスから送られていません。サーバー本来のアドレスで開いてください。管理者はそれをCOURANT_PUBLIC_URLで設定します。',
  'cookie-missing':
    'ブラウザーにCookieが保存されていません。Cookieを許可し、前のページに戻ってもう一度お試しください。',
  'page-outdated': 'ページが古くなっていました。前のページに戻って再読み込みしてください。',
  'no-longer-kept': 'もう何も保存されていません。',
  'undone-already': 'すでに元に戻されています。',
  'removed-already': 'すでに削除されています。',
  'not-found': 'お探しのものはここにはないか、もうありません。',
  forbidden: 'ここではその操作は許されていません。',
  'wrong-method': 'このページはこの方法では開けません。ホームからやり直してください。',
  'too-large': '送られた内容が長すぎます。',
  'too-many': '一度に多すぎます。しばらくお待ちください。',
};
