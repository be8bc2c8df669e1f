// The page about the crawler, in French (see en.ts).
import type { AboutBot } from './en.ts';

export const fr: AboutBot = {
  title: 'À propos de notre robot',
  sub: 'Quelqu’un sur {host} suit votre site avec {name}, un lecteur de flux. C’est pourquoi nous passons chez vous.',
  known: 'Comment le reconnaître',
  knownBy:
    'Son `User-Agent` commence par `Courant/` et une version, et contient l’adresse de ce serveur. Il relève des flux, une page pour trouver le flux qu’elle annonce ou, si elle n’en annonce aucun, jusqu’à 5 adresses habituelles de flux (`/feed`, `/rss.xml`), l’article derrière une publication quand quelqu’un ici le demande ou les demande tous pour un flux, les images d’une publication quand quelqu’un ici les regarde pour la première fois, et l’icône d’un site dont quelqu’un suit le flux : l’image que le flux nomme, ou votre page d’accueil et ce qu’elle nomme, ou `favicon.ico`, une fois en 30 jours. Il n’envoie ni cookies ni référent, n’exécute aucun script et ne se fait jamais passer pour un navigateur. Quel que soit le nombre de personnes qui suivent un flux ici, il est relevé une seule fois pour toutes, et une image aussi.',
  slower: 'Comment le ralentir',
  floor:
    'De lui-même, il visite un flux au plus une fois en 1 heure, et un flux qui publie peu bien plus rarement. Vous seul pouvez rendre ces visites plus fréquentes (`max-age`, `ttl`, votre hub WebSub) : au plus une fois en 15 minutes.',
  fresh:
    '`Cache-Control: max-age` et `ttl` disent combien de temps un document reste à jour : de lui-même, il ne revient pas avant, jusqu’à 7 jours et 1 jour respectivement. `skipHours` et `skipDays` sont respectés.',
  retry:
    '`Retry-After` avec un `429` ou un `503` vaut pour tout votre hôte, jusqu’à 30 jours ; un `429` sans cette indication, pendant 4 heures. Là où des inconnus partagent un domaine, comme chez `github.io`, il vaut pour ce qui a été demandé et, pour les autres, pendant 1 jour (`429`) ou 4 heures (`503`) au plus. Chaque `429` pour un flux espace les visites chez votre hôte.',
  unchanged:
    '`ETag` et `Last-Modified` vous sont renvoyés : un flux inchangé ne coûte donc qu’un `304`. Un flux qui n’a ni l’un ni l’autre est visité une fois en 1 jour, sauf s’il indique un délai plus court. D’un document, 10 Mo au plus sont relevés, ou 25 Mo décompressés ; un document plus long ne peut pas être lu ici.',
  gap: 'Un hôte reçoit une visite à la fois, avec 1 seconde entre deux, ou jusqu’à 10 minutes après un `429`. Dès qu’il dit que plus rien n’est permis (`X-RateLimit-Remaining: 0`), il est laissé tranquille jusqu’à `X-RateLimit-Reset`, pendant 1 heure au plus, ou 1 jour avec un `429`.',
  refresh:
    'Une personne qui demande ici une actualisation peut provoquer une visite plus tôt, une fois en 10 minutes, mais jamais avant la fin de `Retry-After`.',
  stop: 'Comment l’arrêter',
  robots:
    '`robots.txt` le tient à l’écart des articles, de votre page d’accueil et de `favicon.ico`, sous le nom `Courant` ou `*` ; `Crawl-delay` est respecté, jusqu’à 30 secondes. Les flux sont cherchés et relevés parce que quelqu’un ici les veut, quoi qu’il dise. Un article est relevé une fois pour tout le monde ici ; un échec n’est pas retenté pendant 30 jours. Si votre site était injoignable, ou avait lui-même une erreur, une nouvelle tentative a lieu après 1 heure, puis après 4 heures, et plus aucune pendant 1 jour.',
  gone: '`410 Gone`, répété 1 jour plus tard, met fin aux visites à cette adresse. Si quelqu’un la suit de nouveau, elle est demandée encore une fois.',
  forbidden:
    '`403 Forbidden`, ou un blocage de `Courant` dans le `User-Agent`, rend les visites rares : la suivante vient après 4 heures, les autres après 1 jour au plus, et après 14 jours ainsi, une en 7 jours.',
  elsewhere: 'Courant sur d’autres serveurs',
  elsewhereHint:
    'Courant est un logiciel libre que chacun peut faire fonctionner. Cette page ne parle que pour {host} ; l’adresse dans le `User-Agent` dit quel serveur est passé.',
};
