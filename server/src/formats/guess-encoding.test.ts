// Documents without a label, or with one that a server says of everything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decode } from './decode.ts';
import { readFeed } from './read-feed.ts';

const letters: Readonly<Record<string, string>> = {
  'windows-1251': 'Сегодня в столице прошла встреча министров. Погода ожидается ясная, без осадков.',
  'koi8-r': 'Правительство объявило сегодня о новых мерах в области экономики и образования.',
  'iso-8859-5': 'Сегодня в столице прошла встреча министров. Погода ожидается ясная, без осадков.',
  'windows-1253': 'Η κυβέρνηση ανακοίνωσε σήμερα νέα μέτρα για την οικονομία και την παιδεία.',
  'windows-1255': 'הממשלה הודיעה היום על צעדים חדשים בתחום הכלכלה והחינוך.',
  'windows-1256': 'أعلنت الحكومة اليوم عن إجراءات جديدة في مجال الاقتصاد والتعليم.',
  'iso-8859-6': 'أعلنت الحكومة اليوم عن إجراءات جديدة في مجال الاقتصاد والتعليم.',
  shift_jis: '今日は東京で大臣の会議が行われました。明日の天気は晴れでしょう。カメラの新製品も発表。',
  'euc-jp': '今日は東京で大臣の会議が行われました。明日の天気は晴れでしょう。カメラの新製品も発表。',
  gbk: '今天在首都举行了部长会议。预计天气晴朗,没有降水。新产品也发布了。',
  big5: '今天在首都舉行了部長會議。預計天氣晴朗,沒有降水。新產品也發布了。',
  'euc-kr': '오늘 수도에서 장관 회의가 열렸다. 날씨는 맑을 것으로 예상된다.',
  'windows-874': 'วันนี้มีการประชุมรัฐมนตรีในเมืองหลวง คาดว่าอากาศจะแจ่มใสและไม่มีฝนตกตลอดทั้งวัน',
};

/** As feeds are: more markup, addresses and dates than words. */
function feed(text: string, declaration = ''): string {
  const item = `<item><title>${text.slice(0, 20)}</title><link>http://example.org/posts/2026/1</link>
    <pubDate>Mon, 05 Jan 2026 12:00:00 GMT</pubDate><description>&lt;p class="entry-content"&gt;${text}&lt;/p&gt;</description></item>`;
  return `<?xml version="1.0"${declaration}?><rss version="2.0"><channel><title>${text.slice(0, 9)}</title>
    <link>http://example.org/</link><description>${text}</description>${item.repeat(2)}</channel></rss>`;
}

for (const [encoding, text] of Object.entries(letters)) {
  test(`${encoding} without a label is guessed from its letters`, () => {
    const decoded = decode(iconv.encode(feed(text), encoding), 'text/xml');
    assert.equal(decoded.text, feed(text));
    assert.equal(decoded.warnings.length, 1);
  });
  test(`${encoding} that a server calls Latin-1 is guessed from its letters`, () => {
    const bytes = iconv.encode(feed(text), encoding);
    assert.equal(decode(bytes, 'text/xml; charset=ISO-8859-1').text, feed(text));
  });
  test(`${encoding} labelled UTF-8 is guessed from its letters`, () => {
    const document = feed(text, ' encoding="utf-8"');
    assert.equal(decode(iconv.encode(document, encoding)).text, document);
  });
}

for (const text of [
  // Taken by themselves, the accents of these three look like Hebrew and Russian.
  'Jeder hat das Recht, überall als rechtsfähig anerkannt zu werden.',
  'Tous les êtres humains naissent libres et égaux en dignité et en droits.',
  'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
  'Le gouvernement a annoncé aujourd’hui de nouvelles mesures. À bientôt, où ça ?',
  'Ça, là: é è ê à ù. Œuvre “quoted” – €',
  'A naïve café',
]) {
  test(`Accents are no reason to leave Latin-1: ${text}`, () => {
    const bytes = iconv.encode(feed(text), 'windows-1252');
    assert.equal(decode(bytes).text, feed(text));
    assert.deepEqual(decode(bytes, 'text/xml; charset=ISO-8859-1').warnings, []);
  });
}

for (const [encoding, text] of [
  ['windows-1253', '“Η κυβέρνηση” ανακοίνωσε σήμερα νέα μέτρα – για την οικονομία…'],
  ['windows-1255', '“הממשלה” הודיעה היום על צעדים חדשים – בתחום הכלכלה והחינוך…'],
] as const)
  test(`${encoding} has the quotation marks and dashes of Windows`, () => {
    assert.equal(decode(iconv.encode(feed(text), encoding)).text, feed(text));
  });

test('a label that fits is believed, whatever the letters look like', () => {
  const document = feed(letters['koi8-r'] ?? '', ' encoding="windows-1251"');
  const bytes = iconv.encode(document, 'koi8-r');
  assert.equal(decode(bytes).text, iconv.decode(bytes, 'windows-1251'));
});

test('UTF-8 with a bad byte is UTF-8, though a server calls it Latin-1', () => {
  const document = feed(letters.gbk ?? '');
  const bytes = Buffer.concat([Buffer.from(document), Buffer.from([0xe4])]);
  assert.equal(decode(bytes, 'text/xml; charset=ISO-8859-1').text, `${document}\ufffd`);
});

test('a long document is guessed from its beginning', () => {
  const document = feed((letters['windows-1251'] ?? '').repeat(5_000));
  assert.equal(decode(iconv.encode(document, 'windows-1251')).text, document);
});

test('the posts of a feed without a label have their words', () => {
  const text = letters.shift_jis ?? '';
  const reading = readFeed(iconv.encode(feed(text), 'shift_jis'), { url: 'http://example.org/feed' });
  assert.equal(reading.kind === 'feed' && reading.document.posts[0]?.title, text.slice(0, 20));
});
