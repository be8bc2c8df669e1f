// What the service says of feeds and imports, in Japanese, by its word for it (`code`): see en-refusals.ts for why something was refused or failed.

import type { Catalogue } from '../translate.ts';

export const jaSayings: Catalogue = {
  'said.sentence': '{sentence}。',
  'said.new-posts': 'フィードを取得し、新しい記事がありました',
  'said.nothing-new': 'フィードを取得しましたが、新しい記事はありません',
  'said.unchanged': '前回の取得から変わっていません',
  'said.moved': 'フィードは恒久的に移転し、今は新しいアドレスから読み込んでいます',
  'said.page-instead': 'このアドレスはフィードではなくウェブページを返します',
  'said.not-visited': 'このフィードはまだ取得されていません',
  'said.visited-just-now': '取得したばかりです。数分後にもう一度お試しください',
  'said.visited-for-others': '今、ほかの人のためにサイトを取得しています。1分後にもう一度お試しください',
  'said.no-such-feed': 'このフィードはもうありません',
  'said.read-elsewhere': 'フィードを新しいアドレスから読み込むようにしました',
  'said.same-feed': 'そのアドレスは、すでに購読しているフィードです',
  'said.kept': 'フィードは記事のために残し、今後は取得しません',
  'said.left': 'フィードの購読を解除しました',
  'said.ask-owner': 'フィードリーダーを受け入れるよう、サイトの運営者に頼んでください',
  'said.give-login': '名前とパスワードを含むアドレスで購読してください',
  'said.feed-not-followed': 'このサイトのフィードを購読していません。購読してからもう一度お試しください',
  'said.proposal-moved': 'フィードは移転したと言っています。1日たてばそのとおりにします',
  'said.proposal-found': '代わりに、ページが示すフィードを購読してください',
  'said.proposal-accept': '今あるフィードを受け入れるか、購読を解除してください',
  'said.proposal-unfollow': 'できることはありません。購読を解除するか、記事のために残してください',
  'said.too-many-outlines': { other: '文書の要素が{count}個を超えています。残りは読み込んでいません' },
  'said.too-many-groups': { other: '文書のグループが{count}件を超えています。残りは取り込んでいません' },
  'said.too-many-feeds': { other: '文書のフィードが{count}件を超えています。残りは取り込んでいません' },
  'said.too-many-tags': { other: '一部の記事のタグが{count}個を超えています。残りは取り込んでいません' },
  'said.newer-file': 'より新しいCourantで書かれたファイルです。未知の内容は取り込んでいません',
  'said.unreadable-lines': { other: 'ファイルの{count}行を読み取れませんでした' },
  'said.silent-feeds': { other: '{count}件のフィードは今は応答しませんが、文書にある内容で購読しました' },
};
