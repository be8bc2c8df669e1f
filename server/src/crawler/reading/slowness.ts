// How slow this machine is: what costs a reader five seconds here may be a minute's honest work on a small board.

/** What `work` takes where the limits of readers were set. */
const WORK_MS = 5;
/** Slower machines than a board of 2012 are not expected; and a document that is an attack holds its reader for so much longer. */
const MOST = 12;

/** How many times as long it takes as the machine on which the limits were set, from 1 to 12. */
export function slownessOfMachine(): number {
  // The first time, the code is compiled.
  work();
  const before = process.threadCpuUsage();
  work();
  // Time on the processor, which does not grow when others want it too.
  const { user, system } = process.threadCpuUsage(before);
  return Math.min(MOST, Math.max(1, (user + system) / 1_000 / WORK_MS));
}

/** Some work of the kind that readers do: it looks at every character of a text. */
function work(): number {
  const text = '<p>Some words &amp; a <b>tag</b>, as in any post.</p>\n'.repeat(2_000);
  let found = 0;
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 60 || code === 38) found += text.indexOf(code === 60 ? '>' : ';', i) - i;
    }
  }
  return found;
}
