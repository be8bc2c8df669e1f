// Puts measured tables into a page, each between a pair of marks with its name.

/** Throws if the page has no place for a section, or there is no section for a place. */
export function withSections(page: string, sections: Readonly<Record<string, string>>): string {
  const filled = new Set<string>();
  const result = page.replace(
    /(<!-- measured: ([a-z]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const section = sections[name];
      if (section === undefined) throw new Error(`Cannot write the page: nothing was measured for ${name}`);
      filled.add(name);
      return `${start}${section}${end}`;
    },
  );
  const missing = Object.keys(sections).filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`Cannot write the page: it has no place for ${missing.join(', ')}`);
  return result;
}
