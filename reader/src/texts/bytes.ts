// Sizes as people read them.

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** 73_400_320 → "73.4 MB", in thousands as disks are sold (IEC 80000-13). */
export function bytesText(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}
