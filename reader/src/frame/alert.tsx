// Tells beside a form or a list that something has failed.
import { useEffect, useRef } from 'preact/hooks';

/** Why something that a person wanted to do was not done. It may stand below the edge of a small screen, or above a long list. */
export function Alert({ words }: { words: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [words]);
  return words === '' ? null : (
    <p ref={line} class="alert" role="alert">
      {words}
    </p>
  );
}
