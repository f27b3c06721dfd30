/**
 * The only place where scripts turn text into elements. The policy of pages enforces that (Trusted Types): elsewhere
 * the browser rejects it. Markup comes from the template `html`, which escapes values, or is a page of this server.
 */
import type { Html } from '../../html.ts';

/** Name of the policy, which the header content-security-policy allows. */
const POLICY = 'genomic-edge';

interface MarkupPolicy {
  /** In browsers the result is a TrustedHTML, which replaces a text wherever the browser asks for one. */
  createHTML: (text: string) => string;
}

declare global {
  interface Window {
    /** Missing in browsers without Trusted Types. */
    trustedTypes?: { createPolicy: (name: string, rules: MarkupPolicy) => MarkupPolicy };
  }
}

const rules: MarkupPolicy = { createHTML: (text) => text };
const policy = window.trustedTypes?.createPolicy(POLICY, rules) ?? rules;

/** Replaces the content of an element. */
export function showMarkup(place: Element, markup: Html | ''): void {
  place.innerHTML = policy.createHTML(String(markup));
}

/** Adds to the content of an element. */
export function appendMarkup(place: Element, markup: Html): void {
  place.insertAdjacentHTML('beforeend', policy.createHTML(String(markup)));
}

/** The document of a page of this server. Its scripts do not run. */
export function parsedPage(text: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
}
