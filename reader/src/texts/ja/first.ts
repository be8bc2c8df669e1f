// The texts of the first screen, in Japanese (see en/first.ts).
import type { Catalogue } from '../translate.ts';

export const ja: Catalogue = {
  'app.skip': '一覧へ移動',

  'stream.unread': '未読',
  'stream.starred': 'スター付き',
  'stream.everything': 'すべて',
  'stream.feeds': 'フィード',
  'stream.search': '検索',

  'side.close': 'フィードを閉じる',
  'side.add': 'フィードを追加',
  'side.manage': 'フィードの管理',
  'side.settings': '設定',
  'side.ungrouped': 'その他のフィード',
  'side.fold': '{title}を折りたたむ',
  'side.unfold': '{title}を展開',
  'side.showAll': 'すべてのフィードを表示',
  'side.ailing': '要確認',
  'side.unread': { other: '未読{count}件' },

  'tabs.label': 'メイン',

  'list.items': '記事',
  'list.inFeeds': { other: '{count}件のフィード' },
  'list.markAll': { other: '{scope}の{count}件を既読にする' },
  'list.markAllNone': '{scope}に未読はありません',
  'list.more': 'この一覧のその他の操作',
  'list.order': '並び順',
  'list.newest': '新しい順',
  'list.oldest': '古い順',
  'list.byFeed': 'フィード別',
  'list.today': '今日',
  'list.yesterday': '昨日',
  'list.showUnread': '未読のみ',
  'list.about': 'このフィードについて',
  'list.refresh': '更新',
  'list.end': '以上です',
  'list.endSaved': 'このブラウザーに保存されている記事は以上です',
  'list.loadingMore': '続きを読み込み中',
  'list.loading': '読み込み中',
  'list.starred': 'スター付き',
  'list.audio': '音声',
  'list.video': '動画',
  'list.audioLength': '{minutes}分',

  'error.list': 'この一覧を読み込めませんでした',
  'error.retry': '再試行',
  'error.screen': 'このページを読み込めませんでした',
  'error.part': 'このページの一部を読み込めませんでした',
  'error.missing': 'このアドレスには何もありません',
  'error.toUnread': '未読へ',
  'error.refused': '取り消されました：{reason}',

  'strip.failing': { other: '{count}件のフィードが要確認です' },

  'feed.failing': '更新停止中',

  'toast.label': 'お知らせ',
  'toast.read': { other: '{count}件を既読にしました' },
  'toast.undo': '元に戻す',
  'toast.undoing': '元に戻しています…',
  'toast.undone': '元に戻しました',
  'toast.nothingToUndo': '元に戻す操作はありません',
  'toast.dismiss': '閉じる',
  'toast.kept': '未読のままにしました',
  'toast.starred': 'スターを付けました',
  'toast.unstarred': 'スターを外しました',

  'keys.title': 'キーボード',
  'keys.chord': '{key}の後に{keys}',
};
