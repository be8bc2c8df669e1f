// For publishers: who calls their sites from here, and how to slow it down or stop it.
import { present } from './frame.ts';
import { type House, hostOf } from './house.ts';
import { html } from './html.ts';

export function showAboutBot(house: House): Response {
  const body = html`<div lang="en" dir="ltr"><h1>About our crawler</h1>
<p class="sub">Somebody on <b>${hostOf(house)}</b> follows your site with ${house.instance.name}, a feed reader. That is why we call.</p>
<h2>How to know it</h2>
<p>Its <code>User-Agent</code> begins with <code>Courant/</code> and a version, and holds the address of this server. It fetches feeds, a page to find the feed that it announces, the article behind a post where a reader here asks for it or for all of a feed, the pictures of a post when somebody here first looks at them, and the icon of a site whose feed somebody follows: the picture that the feed names, or your front page and what that names, or <code>favicon.ico</code>, once in 30 days. It sends no cookies and no referrer, runs no scripts, and never poses as a browser. However many people here follow a feed, it is fetched once for all of them, and so is a picture.</p>
<h2>How to slow it down</h2>
<ul>
<li>By itself it visits a feed at most once in 1 hour, and a feed that publishes little much more rarely. Only your own word for it (<code>max-age</code>, <code>ttl</code>, your WebSub hub) can make that more: once in 15 minutes at most.</li>
<li><code>Cache-Control: max-age</code> and <code>ttl</code> say how long a document stays fresh: by itself it does not come back before, for up to 7 days and 1 day. <code>skipHours</code> and <code>skipDays</code> are kept.</li>
<li><code>Retry-After</code> with a <code>429</code> or <code>503</code> holds for your whole host, for up to 30 days; a <code>429</code> without it for 4 hours. Each <code>429</code> makes the visits to your host rarer.</li>
<li><code>ETag</code> and <code>Last-Modified</code> come back to you, so a <code>304</code> is all that an unchanged feed costs. A feed with neither is visited once in 1 day, unless it names a shorter time.</li>
<li>A host gets one visit at a time, with 1 second between two.</li>
<li>A person here who presses refresh may ask sooner, once in 10 minutes, but never before <code>Retry-After</code> is over.</li>
</ul>
<h2>How to stop it</h2>
<ul>
<li><code>robots.txt</code> keeps it from articles, from your front page and from <code>favicon.ico</code>, by the name <code>Courant</code> or <code>*</code>; <code>Crawl-delay</code> is kept, up to 30 seconds. Feeds are fetched because somebody follows them, whatever it says. An article is fetched once for everybody here; a failure is not tried again for 30 days, or 1 day where your site could not be reached.</li>
<li><code>410 Gone</code>, said again 1 day later, ends the visits to that address. Should somebody follow it anew, it is asked once more.</li>
<li><code>403 Forbidden</code>, or a block on <code>Courant</code> in the <code>User-Agent</code>, makes them rare: the next comes after 4 hours, later ones after up to 1 day, and after 14 days of it one in 7 days.</li>
</ul>
<h2>Courant on other servers</h2>
<p>Courant is free software that anybody may run. This page speaks for ${hostOf(house)} only; the address in the <code>User-Agent</code> tells which server called.</p></div>`;
  return present(house, { title: 'About our crawler', body, isWide: true });
}
