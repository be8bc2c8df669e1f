// Fills values into a text, whatever scripts they are written in.

const rightToLeft = /[\u0590-\u08ff]/;

/** Where either runs from right to left, a value keeps its own direction: otherwise it would drag the signs and numbers beside it along. */
export function fill(text: string, shown: (name: string) => string | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = shown(name) ?? whole;
    return rightToLeft.test(text + value) ? `\u2068${value}\u2069` : value;
  });
}
