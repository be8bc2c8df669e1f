// Where a line above the list tells of a general problem. What draws it comes after the list.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

export const drawsStrip = signal<ComponentType | undefined>(undefined);

export function Strips() {
  const Strip = drawsStrip.value;
  return Strip && <Strip />;
}
