// What Preact moves within a list keeps the focus: browsers that cannot move an element in its place get something like it.

/** Called once. Firefox has it since version 144; without it, Preact takes an element out and puts it in. */
export function moveInPlace(): void {
  const { prototype } = Element;
  if ('moveBefore' in prototype) return;
  Object.assign(prototype, {
    moveBefore(this: Element, node: Node, child: Node | null) {
      const focused = document.activeElement as HTMLElement | null;
      this.insertBefore(node, child);
      // Once everything is in its place: who hears of it asks where that is.
      if (node.contains(focused)) queueMicrotask(() => giveBack(focused));
    },
  });
}

function giveBack(focused: HTMLElement | null): void {
  if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
}
