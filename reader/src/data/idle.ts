// Waiting for a moment in which nobody else wants the processor.

/** Resolves when the browser has nothing to do for somebody, or after a second all the same. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });
}
