// The page about the crawler, in Spanish (see en.ts).
import type { AboutBot } from './en.ts';

export const es: AboutBot = {
  title: 'Sobre nuestro rastreador',
  sub: 'Alguien en {host} sigue tu sitio con {name}, un lector de fuentes. Por eso lo consultamos.',
  known: 'Cómo reconocerlo',
  knownBy:
    'Su `User-Agent` empieza por `Courant/` y una versión, y contiene la dirección de este servidor. Consulta fuentes, una página para encontrar la fuente que anuncia o, si no anuncia ninguna, hasta 5 direcciones habituales de fuentes (`/feed`, `/rss.xml`), el artículo de una publicación cuando alguien aquí lo pide, o los pide todos de una fuente, las imágenes de una publicación cuando alguien aquí las mira por primera vez, y el icono de un sitio cuya fuente sigue alguien: la imagen que nombra la fuente, o tu página de inicio y lo que esta nombra, o `favicon.ico`, una vez en 30 días. No envía cookies ni referencias, no ejecuta scripts y nunca se hace pasar por un navegador. Por muchas personas que sigan aquí una fuente, se consulta una sola vez para todas, y una imagen también.',
  slower: 'Cómo frenarlo',
  floor:
    'Por sí mismo visita una fuente como mucho una vez en 1 hora, y una que publica poco, mucho menos. Solo tú puedes hacer que la visite más a menudo (`max-age`, `ttl`, tu hub WebSub): como mucho una vez en 15 minutos.',
  fresh:
    '`Cache-Control: max-age` y `ttl` dicen cuánto tiempo sigue vigente un documento: por sí mismo no vuelve antes, hasta 7 días y 1 día respectivamente. `skipHours` y `skipDays` se respetan.',
  retry:
    '`Retry-After` con un `429` o un `503` vale para todo tu servidor, hasta 30 días; un `429` sin esa indicación, durante 4 horas. Donde desconocidos comparten un dominio, como en `github.io`, vale para lo que se pidió y, para los demás, como mucho 1 día (`429`) o 4 horas (`503`). Cada `429` a un feed hace menos frecuentes las visitas a tu servidor.',
  unchanged:
    '`ETag` y `Last-Modified` se te devuelven, así que una fuente sin cambios solo cuesta un `304`. Una fuente sin ninguno de los dos se visita una vez en 1 día, salvo que indique un tiempo menor. De un documento se descargan como mucho 10 MB, o 25 MB descomprimidos; uno más largo no se puede leer aquí.',
  gap: 'Un servidor recibe una visita a la vez, con 1 segundo entre dos, o hasta 10 minutos después de un `429`. En cuanto dice que no permite nada más (`X-RateLimit-Remaining: 0`), se lo deja en paz hasta `X-RateLimit-Reset`, durante 1 hora como máximo, o 1 día con un `429`.',
  refresh:
    'Quien pulsa aquí actualizar puede provocar una visita antes, una vez en 10 minutos, pero nunca antes de que termine `Retry-After`.',
  stop: 'Cómo detenerlo',
  robots:
    '`robots.txt` lo mantiene lejos de los artículos, de tu página de inicio y de `favicon.ico`, con el nombre `Courant` o `*`; `Crawl-delay` se respeta, hasta 30 segundos. Las fuentes se buscan y se consultan porque alguien aquí las quiere, diga lo que diga. Un artículo se consulta una vez para todos los de aquí; un fallo no se reintenta durante 30 días. Si no se pudo acceder a tu sitio, o este tuvo un error propio, se reintenta después de 1 hora y luego de 4 horas, y después no durante 1 día.',
  gone: '`410 Gone`, repetido 1 día después, pone fin a las visitas a esa dirección. Si alguien la sigue de nuevo, se pregunta una vez más.',
  forbidden:
    '`403 Forbidden`, o un bloqueo de `Courant` en el `User-Agent`, hace raras las visitas: la siguiente llega tras 4 horas, las demás tras 1 día como mucho, y tras 14 días así, una en 7 días.',
  elsewhere: 'Courant en otros servidores',
  elsewhereHint:
    'Courant es software libre que cualquiera puede instalar. Esta página habla solo por {host}; la dirección del `User-Agent` dice qué servidor te ha visitado.',
};
