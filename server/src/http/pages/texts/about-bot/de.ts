// The page about the crawler, in German (see en.ts).
import type { AboutBot } from './en.ts';

export const de: AboutBot = {
  title: 'Über unseren Crawler',
  sub: 'Jemand auf {host} folgt deiner Website mit {name}, einem Feedreader. Deshalb rufen wir sie ab.',
  known: 'Woran man ihn erkennt',
  knownBy:
    'Sein `User-Agent` beginnt mit `Courant/` und einer Version und enthält die Adresse dieses Servers. Er holt Feeds, eine Seite, um den Feed zu finden, den sie ankündigt, oder, wenn sie keinen ankündigt, bis zu 5 übliche Adressen von Feeds (`/feed`, `/rss.xml`), den Artikel hinter einem Beitrag, wenn jemand hier ihn oder alle eines Feeds haben möchte, die Bilder eines Beitrags, wenn sie hier zum ersten Mal jemand ansieht, und das Symbol einer Website, deren Feed jemand abonniert hat: das Bild, das der Feed nennt, oder deine Startseite und was diese nennt, oder `favicon.ico`, einmal in 30 Tagen. Er schickt keine Cookies und keinen Referrer, führt keine Skripte aus und gibt sich nie als Browser aus. So viele Personen hier einen Feed auch abonniert haben, er wird für alle nur einmal geholt, und ein Bild ebenso.',
  slower: 'Wie man ihn bremst',
  floor:
    'Von sich aus besucht er einen Feed höchstens einmal in 1 Stunde, und einen, der wenig veröffentlicht, viel seltener. Nur du kannst das häufiger machen (`max-age`, `ttl`, dein WebSub-Hub): höchstens einmal in 15 Minuten.',
  fresh:
    '`Cache-Control: max-age` und `ttl` sagen, wie lange ein Dokument aktuell bleibt: Vorher kommt er von sich aus nicht wieder, bis zu 7 Tage beziehungsweise 1 Tag lang. `skipHours` und `skipDays` werden beachtet.',
  retry:
    '`Retry-After` mit `429` oder `503` gilt für deinen ganzen Host, bis zu 30 Tage lang; ein `429` ohne diese Angabe 4 Stunden lang. Wo Fremde sich eine Domain teilen, wie bei `github.io`, gilt es für das, wonach gefragt wurde, und für die anderen dort höchstens 1 Tag (`429`) oder 4 Stunden (`503`) lang. Jedes `429` auf einen Feed macht die Besuche bei deinem Host seltener.',
  unchanged:
    '`ETag` und `Last-Modified` kommen zu dir zurück; ein unveränderter Feed kostet also nur ein `304`. Ein Feed ohne beides wird einmal in 1 Tag besucht, wenn er keine kürzere Zeit nennt. Von einem Dokument werden höchstens 10 MB geholt, entpackt 25 MB; ein längeres kann hier nicht gelesen werden.',
  gap: 'Ein Host bekommt nur einen Besuch zur selben Zeit, mit 1 Sekunde zwischen zweien, nach einem `429` bis zu 10 Minuten. Sobald er sagt, dass nichts mehr erlaubt ist (`X-RateLimit-Remaining: 0`), hat er bis `X-RateLimit-Reset` Ruhe, bis zu 1 Stunde lang, mit einem `429` bis zu 1 Tag.',
  refresh:
    'Wer hier auf Aktualisieren drückt, kann einen früheren Besuch auslösen, einmal in 10 Minuten, aber nie, bevor `Retry-After` vorbei ist.',
  stop: 'Wie man ihn abstellt',
  robots:
    '`robots.txt` hält ihn von Artikeln, von deiner Startseite und von `favicon.ico` fern, unter dem Namen `Courant` oder `*`; `Crawl-delay` wird beachtet, bis zu 30 Sekunden. Feeds werden gesucht und geholt, weil jemand hier sie haben möchte, was immer dort steht. Ein Artikel wird für alle hier nur einmal geholt; ein Fehlschlag wird 30 Tage lang nicht wiederholt. War deine Website nicht erreichbar oder hatte sie selbst einen Fehler, wird nach 1 Stunde und dann nach 4 Stunden noch einmal gefragt, danach 1 Tag lang nicht.',
  gone: '`410 Gone`, nach 1 Tag wiederholt, beendet die Besuche an dieser Adresse. Abonniert sie jemand neu, wird noch einmal gefragt.',
  forbidden:
    '`403 Forbidden` oder eine Sperre für `Courant` im `User-Agent` macht die Besuche selten: Der nächste kommt nach 4 Stunden, spätere nach bis zu 1 Tag, und nach 14 Tagen davon einer in 7 Tagen.',
  elsewhere: 'Courant auf anderen Servern',
  elsewhereHint:
    'Courant ist freie Software, die alle betreiben dürfen. Diese Seite spricht nur für {host}; die Adresse im `User-Agent` sagt, welcher Server es war.',
};
