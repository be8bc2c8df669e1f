// The one policy of Trusted Types: HTML that the service has sanitised, and the address of our own service worker. Nothing else
// in this program turns text into HTML or script, and the browser enforces that (`require-trusted-types-for 'script'`).

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

const rules: Policy = {
  createHTML: (html) => html,
  createScriptURL(url) {
    if (url !== '/service-worker.js') throw new TypeError(`Cannot load script: ${url} is not ours`);
    return url;
  },
};

type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** Browsers without Trusted Types take the text as it is. */
const policy =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('courant', rules) ?? rules;

/** Sanitised HTML of an item as a document fragment, which is not in the page yet. */
export function fragmentOf(sanitisedHtml: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(sanitisedHtml);
  return template.content;
}

export function workerUrl(): string {
  return policy.createScriptURL('/service-worker.js');
}
