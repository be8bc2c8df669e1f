// What the service says of feeds and imports, in Arabic, by its word for it (`code`): see en-refusals.ts for why something was refused or failed.

import type { Catalogue } from './translate.ts';

export const arSayings: Catalogue = {
  'said.sentence': '{sentence}.',
  'said.new-posts': 'قُرئت الخلاصة وفيها جديد',
  'said.nothing-new': 'قُرئت الخلاصة ولا جديد فيها',
  'said.unchanged': 'لم تتغيّر الخلاصة منذ آخر زيارة',
  'said.moved': 'انتقلت الخلاصة نهائيًا وتُقرأ الآن من عنوانها الجديد',
  'said.page-instead': 'يعطي العنوان صفحة ويب لا خلاصة',
  'said.not-visited': 'لم تُزر الخلاصة بعد',
  'said.visited-just-now': 'زيرت الخلاصة للتوّ؛ يمكن زيارتها مجددًا بعد بضع دقائق',
  'said.visited-for-others': 'يُزار الموقع الآن لأجل آخرين؛ أعد المحاولة بعد دقيقة',
  'said.no-such-feed': 'لم تعد هذه الخلاصة موجودة',
  'said.read-elsewhere': 'تُقرأ الخلاصة الآن من عنوانها الجديد',
  'said.same-feed': 'يعطي العنوان الخلاصة المتابَعة بالفعل',
  'said.kept': 'تبقى الخلاصة من أجل مقالاتها ولن تُزار بعد الآن',
  'said.left': 'لم تعد الخلاصة متابَعة',
  'said.ask-owner': 'اطلب من صاحب الموقع السماح لقارئات الخلاصات',
  'said.give-login': 'تابعها بالاسم وكلمة المرور ضمن عنوانها',
  'said.feed-not-followed': 'لا تُتابَع أي خلاصة من هذا الموقع: تابع واحدة ثم أعد المحاولة',
  'said.proposal-moved': 'تقول الخلاصة إنها انتقلت؛ نأخذ بقولها بعد يوم',
  'said.proposal-found': 'تابع بدلًا منها الخلاصة التي تذكرها الصفحة',
  'said.proposal-accept': 'اقبل الخلاصة الموجودة هناك الآن، أو ألغِ متابعتها',
  'said.proposal-unfollow': 'لا حيلة في ذلك: ألغِ متابعتها، أو أبقها من أجل مقالاتها',
};
