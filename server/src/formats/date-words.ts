// The words that dates in feeds are made of: names of months in many languages, and names of time zones.

/**
 * Beginnings of month names, without accents and in lower case; the longest beginning that fits wins.
 * `lip`, `srp` and `lis` are read as in Polish and Czech; Croatian uses them for the month before: see `withoutCroatian`.
 */
const monthBeginnings: readonly (readonly string[])[] = [
  [
    'jan',
    'janv',
    'ene',
    'gen',
    'sty',
    'led',
    'янв',
    'січ',
    'tammi',
    'oca',
    'ian',
    'ιαν',
    'sau',
    'urta',
    'xan',
    'gener',
  ],
  ['feb', 'fev', 'fevr', 'lut', 'uno', 'фев', 'лют', 'helmi', 'sub', 'φεβ', 'vas', 'ots'],
  ['mar', 'marz', 'maer', 'mrz', 'brez', 'bre', 'мар', 'бер', 'maalis', 'μαρ', 'mrt', 'maart', 'kov', 'mas'],
  ['apr', 'avr', 'abr', 'kwi', 'dub', 'апр', 'кві', 'huhti', 'nis', 'απρ', 'bal'],
  [
    'may',
    'mai',
    'maj',
    'mag',
    'kvet',
    'kve',
    'май',
    'мая',
    'мае',
    'тра',
    'touko',
    'mei',
    'μαι',
    'μαϊ',
    'geg',
    'ανοι',
  ],
  [
    'jun',
    'juin',
    'giu',
    'cze',
    'cer',
    'cvn',
    'cen',
    'июн',
    'чер',
    'kesa',
    'haz',
    'iun',
    'ιουν',
    'bir',
    'eka',
  ],
  [
    'jul',
    'juil',
    'lug',
    'lip',
    'cerven',
    'cvc',
    'cec',
    'июл',
    'лип',
    'heina',
    'tem',
    'iul',
    'ιουλ',
    'lie',
    'uzt',
  ],
  ['aug', 'aou', 'aout', 'ago', 'sie', 'srp', 'авг', 'сер', 'elo', 'agu', 'αυγ', 'rugp', 'abu'],
  ['sep', 'set', 'wrz', 'zar', 'zari', 'сен', 'вер', 'syys', 'eyl', 'szep', 'σεπ', 'rugs', 'ira'],
  ['oct', 'okt', 'out', 'ott', 'paz', 'rij', 'окт', 'жов', 'loka', 'eki', 'οκτ', 'spa', 'urr', 'ukt'],
  ['nov', 'lis', 'ноя', 'лис', 'marras', 'kas', 'noi', 'νοε', 'lap', 'aza'],
  ['dec', 'dez', 'des', 'dic', 'gru', 'pro', 'дек', 'гру', 'joulu', 'ara', 'δεκ', 'gruo', 'abe'],
];

/** The same in Arabic, with the names of Egypt, the Levant and the Maghreb. */
const arabicBeginnings = [
  'ينا جانف',
  'فبرا شبا فيفر',
  'مار اذار',
  'ابر افر نيس',
  'ماي ايار',
  'يون جوان حزي',
  'يول جوي تمو',
  'اغس اوت غشت',
  'سبتم ايلول شتنبر',
  'اكت',
  'نوف نونبر',
  'ديس دجنبر',
].map((names) => names.split(' '));

/** The same in Finnish, Croatian, Serbian, Bulgarian, Belarusian, Estonian, Albanian, Azeri, Uzbek, Malay, Filipino, Hebrew, Thai, Georgian and Armenian. */
const otherBeginnings = [
  'tam sij јан яну сту jaan yan ינו בינו มกร იან հունվ',
  'hel vel феб veeb shk peb פבר בפבר กุมภ თებ փետ',
  'maa ozu сак mac מרץ במרץ มีนาคม მარ մար',
  'huh tra кра prill אפר באפר เมษ აპრ ապր',
  'tou svi мај מאי במאי พฤษภ მაი մայ',
  'kes lipanj lipnj јун юни чэр juun xun iyun hun qer יונ ביונ มิถุน ივნ հունի',
  'hei srpanj srpnj јул юли ліп juul xul iyul hul korr יול ביול กรก ივლ հուլ',
  'kol жні avg avq gus ogo אוג באוג สิงห აგვ օգո',
  'syy ruj сеп sen shta ספט בספט กันย სექ սեպ',
  'lok кас tet אוק באוק ตุลา ოქტ հոկ',
  'stu ліс нов ное noy nob nen נוב בנוב พฤศ ნოე նոյ',
  'jou сне дец dek dets dis dhj דצמ בדצמ ธันว დეკ դեկ',
].map((names) => names.split(' '));

const beginnings = new Map<string, number>();
for (const names of [monthBeginnings, arabicBeginnings, otherBeginnings])
  for (const [month, ofMonth] of names.entries())
    for (const name of ofMonth) beginnings.set(bare(name), month);
// Czech: červen is June, červenec July; `cerven` alone must not read as July.
beginnings.set('cerven', 5).set('cervenec', 6).set('cervence', 6);

const longestBeginning = 8;

/** Months of the Levant and Iraq that two words or two letters make, and halves of the day. Those of a year (`2024م`) follow no time. */
const arabicWords: readonly (readonly [RegExp, string])[] = [
  [/كانون الثاني/g, ' jan '],
  [/(?<!\p{L})اب(?!\p{L})/gu, ' aug '],
  [/تشرين الاول/g, ' oct '],
  [/تشرين الثاني/g, ' nov '],
  [/كانون الاول/g, ' dec '],
  [/(?<=:\d\d) ?(?:ص|صباحا)(?!\p{L})/gu, ' am '],
  [/(?<=:\d\d) ?(?:م|مساء)(?!\p{L})/gu, ' pm '],
];

/** Arabic digits and words as the others are written; the text must be without accents. */
export function withoutArabic(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text;
  const counted = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return arabicWords.reduce((words, [arabic, other]) => words.replace(arabic, other), counted);
}

const english = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const thaiMonths = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');
const vietnameseNumbers = 'một hai ba tư năm sáu bảy tám chín mười mười_một mười_hai'.split(' ');

/** Short names of months in Thai. The text must have its accents: they tell months apart. */
export function withoutThai(text: string): string {
  if (!/\p{Script=Thai}/u.test(text)) return text;
  return thaiMonths.reduce((words, thai, month) => words.replace(thai, ` ${english[month]} `), text);
}

/** Vietnamese counts its months, `tháng 3` or `tháng ba`, and its weekdays; behind one of these the day comes before the month. */
export function withoutVietnamese(text: string): string {
  const small = text.normalize('NFC').toLowerCase();
  if (!/tháng|thg|thứ|chủ nhật|(?<![\p{L}\d])th\d/u.test(small)) return text;
  return small
    .replace(/(?:thứ (?:\d|\p{L}+)|chủ nhật),?(?: (\d{1,2})\/(\d{1,2})\/(?=\d{4}))?/u, (_, day, month) =>
      day === undefined ? ' ' : ` ${day}.${month}.`,
    )
    .replace(/(?:tháng|thg|th) ?(\d{1,2}|mười (?:một|hai)|\p{L}+)/u, (whole, number: string) => {
      const month = Number(number) || vietnameseNumbers.indexOf(number.replace(' ', '_')) + 1;
      return ` ${english[month - 1] ?? whole} `;
    });
}

/** Months of Croatian that are the one after it in Czech and Polish, if a weekday before them tells the language. `ned` is a Sunday in Czech, too. */
export function withoutCroatian(text: string): string {
  if (!/^\s*(?:uto|sri|cet|pet|sub|nedj)\p{L}*[.,\s]/u.test(text)) return text;
  return text.replace(
    /\b(?:lip|srp|lis(?:topada?)?)\b/,
    (month) => ({ lip: 'jun', srp: 'jul' })[month] ?? 'oct',
  );
}

/** Lower case without accents and unseen marks, as dates are compared: `май` and `μαϊ` lose theirs too. */
export function bare(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '');
}

/** 0 for January; undefined when the word is no month. The word must be in lower case and without accents. */
export function monthOf(word: string): number | undefined {
  for (let length = Math.min(longestBeginning, word.length); length >= 3; length--) {
    const month = beginnings.get(word.slice(0, length));
    if (month !== undefined) return month;
  }
  return undefined;
}

/** Minutes east of Greenwich. Ambiguous names mean what they mostly mean in feeds: IST is India, CST America, BST Britain. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  met: 60,
  mez: 60,
  mest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  wat: 60,
  cat: 120,
  sast: 120,
  eat: 180,
  idt: 180,
  msk: 180,
  msd: 240,
  trt: 180,
  gst: 240,
  pkt: 300,
  ist: 330,
  npt: 345,
  ict: 420,
  wib: 420,
  wita: 480,
  wit: 540,
  myt: 480,
  pht: 480,
  hkt: 480,
  sgt: 480,
  awst: 480,
  jst: 540,
  kst: 540,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  brt: -180,
  art: -180,
  nst: -210,
  ndt: -150,
  ast: -240,
  adt: -180,
  est: -300,
  edt: -240,
  et: -300,
  cst: -360,
  cdt: -300,
  ct: -360,
  mst: -420,
  mdt: -360,
  mt: -420,
  pst: -480,
  pdt: -420,
  pt: -480,
  akst: -540,
  akdt: -480,
  hst: -600,
};

/**
 * Minutes east of Greenwich; undefined when the word is no zone. RFC 2822 §4.3: military zones (a single letter) count as 0,
 * because RFC 822 had their signs wrong.
 */
export function zoneOf(word: string): number | undefined {
  if (/^[a-ik-z]$/.test(word)) return 0;
  return Object.hasOwn(zones, word) ? zones[word] : undefined;
}
