// Escapes each `<` that starts no tag: the author forgot to, and it would swallow what follows it.

/** After `<` comes a letter, `/`, `!` or `?` (XML 1.0 §2.3 for letters); before anything else it is text, as in `I <3 you`. */
const lone = /<(?![a-z_:/!?\x80-\uffff])/gi;

/** Leaves CDATA as it is. Takes linear time. */
export function repair(text: string): string {
  lone.lastIndex = 0;
  if (!lone.test(text)) return text;
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<![CDATA[', at);
    const end = start === -1 ? -1 : text.indexOf(']]>', start);
    if (start === -1) {
      parts.push(text.slice(at).replace(lone, '&lt;'));
      break;
    }
    parts.push(text.slice(at, start).replace(lone, '&lt;'));
    // A section that never ends goes to the end of the document.
    at = end === -1 ? text.length : end + 3;
    parts.push(text.slice(start, at));
  }
  return parts.join('');
}
