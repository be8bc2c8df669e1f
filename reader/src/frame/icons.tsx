// The icons: strokes of one weight on a grid of 20.

const paths = {
  unread: 'M3 11.5 5 4.6h10l2 6.9v4H3zM3 11.5h4l1 2h4l1-2h4',
  star: 'm10 3 2.2 4.5 4.9.7-3.6 3.4.9 4.9L10 14.2l-4.4 2.3.9-4.9L2.9 8.2l4.9-.7z',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  search: 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0m-1.3 4.2 3.6 3.6',
  check: 'm4 10.5 4 4L16 6',
  checkAll: 'm2.5 10.5 3.5 3.6L13 6M9.5 13.6l.6.5L17 6',
  dot: 'M14 10a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  text: 'M4 5h12M4 8.7h12M4 12.3h8M4 16h10',
  original:
    'M8 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3M11.5 3.5h5v5M16.2 3.8 9.5 10.5',
  up: 'm5 12 5-5 5 5',
  down: 'm5 8 5 5 5-5',
  back: 'm12 4-6 6 6 6',
  chevron: 'm7 5 5 5-5 5',
  menu: 'M3 6h14M3 10h14M3 14h9',
  plus: 'M10 4v12M4 10h12',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  warning: 'M10 3.5 17.5 16h-15zM10 8.5v3.2M10 13.9v.01',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M15 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0M9 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  comments:
    'M3.5 5.5A1.5 1.5 0 0 1 5 4h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 15 13h-4l-3.5 3v-3H5a1.5 1.5 0 0 1-1.5-1.5z',
  refresh: 'M15.5 8.5A6 6 0 1 0 16 11M16 4v4.5h-4.5',
  edit: 'm12.8 4.2 3 3L7.5 15.5l-3.6.6.6-3.6z',
  history: 'M4.2 8A6 6 0 1 1 4 11M4 4v4h4M10 6.8V10l2.2 1.6',
  upload: 'M10 12.5V4M6.5 7 10 3.5 13.5 7M4 12v3.5h12V12',
  download: 'M10 4v8.5M6.5 9 10 12.5 13.5 9M4 12v3.5h12V12',
} as const;

/** Filled instead of drawn by strokes. */
const full = {
  play: 'M6.5 4.2v11.6L16 10z',
  pause: 'M5.8 4.5h2.9v11H5.8zM11.3 4.5h2.9v11h-2.9z',
  more: 'M5.9 10a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0m5.5 0a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0m5.5 0a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0',
} as const;

export type IconName = keyof typeof paths | keyof typeof full;

/** Decoration, hidden from screen readers: the text or the label beside it says what it stands for. */
export function Icon({ name, class: more = '' }: { name: IconName; class?: string }) {
  const isFull = name in full;
  return (
    <svg class={`i ${isFull ? 'full' : ''} ${more}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={isFull ? full[name as keyof typeof full] : paths[name as keyof typeof paths]} />
    </svg>
  );
}
