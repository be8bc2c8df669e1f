// For publishers: who calls their sites from here, and how to slow it down or stop it.
import { present } from './frame.ts';
import { type House, hostOf } from './house.ts';
import { html } from './html.ts';

export function showAboutBot(house: House): Response {
  const body = html`<h1>About our crawler</h1>
<p class="sub">Somebody on <b>${hostOf(house)}</b> follows your site with ${house.instance.name}, a feed reader. That is why we call.</p>
<h2>How to know it</h2>
<p>Its <code>User-Agent</code> begins with <code>Courant/</code> and a version, and holds the address of this server. It fetches feeds, and a page only to find the feed that it announces. It sends no cookies and no referrer, runs no scripts, and never poses as a browser. However many people here follow a feed, it is fetched once for all of them.</p>
<h2>How to slow it down</h2>
<ul>
<li><code>Cache-Control: max-age</code> says how long a document stays fresh: we do not come back before.</li>
<li><code>Retry-After</code> with a <code>429</code> or <code>503</code> holds for your whole host.</li>
<li><code>ETag</code> and <code>Last-Modified</code> come back to you, so a <code>304</code> is all that an unchanged feed costs.</li>
</ul>
<h2>How to stop it</h2>
<ul>
<li><code>410 Gone</code> ends the visits to that address.</li>
<li><code>403 Forbidden</code>, or a block on <code>Courant</code> in the <code>User-Agent</code>, makes them rare.</li>
</ul>
<h2>Courant on other servers</h2>
<p>Courant is free software that anybody may run. This page speaks for ${hostOf(house)} only; the address in the <code>User-Agent</code> tells which server called.</p>`;
  return present(house, { title: 'About our crawler', body, isWide: true });
}
