// The name of the instance with the logo of books.
import { appName } from './app-name.ts';

export function Wordmark() {
  return (
    <a class="brand" href="/unread">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="2" y="3" width="3.4" height="14" rx=".8" fill="oklch(.55 .11 160)" />
        <rect x="6.8" y="3" width="3.4" height="14" rx=".8" fill="oklch(.66 .12 60)" />
        <rect x="11.6" y="3" width="3.4" height="14" rx=".8" fill="oklch(.55 .11 265)" />
        <rect
          x="15.6"
          y="3.4"
          width="3"
          height="14"
          rx=".8"
          transform="rotate(-9 17 10)"
          fill="oklch(.62 .12 20)"
        />
      </svg>
      <span class="t" dir="auto">
        {appName}
      </span>
    </a>
  );
}
