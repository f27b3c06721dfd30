/** The form of the VEP page: species, variants and options. */
import { raw } from 'hono/html';
import { parameters } from '../../catalogue/vep.ts';
import { html, type Html } from '../html.ts';
import { MAX_PAGE_TEXT, MAX_PAGE_VARIANTS, OPTIONS, type VepInput } from './vep-filters.ts';

/** @param example a line of a variant, and its species */
export function vepForm(
  { species, text, options, distance, release }: VepInput,
  allSpecies: readonly (readonly [name: string, label: string])[],
  example: { species: string; line: string },
  action: string,
): Html {
  const known = allSpecies.some(([name]) => name === species);
  return html`<form class="entry vep" id="vep" method="get" action="${action}#results">
<div class="field"><label for="vep-species">Species</label>
<select id="vep-species" name="species">${
    known
      ? ''
      : html`<option
value="${species}" selected>${species}</option>`
  }${allSpecies.map(
    ([name, label]) => html`<option value="${name}"${raw(name === species ? ' selected' : '')}>${label}</option>`,
  )}</select></div>
<div class="field"><label for="vep-variants">Variants</label> <span class="soft">one a line</span>
<textarea id="vep-variants" name="variants" rows="7" spellcheck="false" required maxlength="${String(MAX_PAGE_TEXT)}"
aria-describedby="vep-variants-help" placeholder="${example.line}">${text}</textarea>
<p class="help" id="vep-variants-help">VCF, <code>1 100 100 A/G</code>, <code>1:100-100:1/G</code>, HGVS, SPDI or names
such as rs699. Formats may be mixed. <span class="without-script">At most ${String(MAX_PAGE_VARIANTS)}; this page takes
more, and files, if scripts are allowed.</span></p></div>
<div class="field with-script" hidden><label for="vep-file">Or a file</label> <span class="soft">VCF, plain or gzip; or
lines as above</span>
<input id="vep-file" type="file" accept=".vcf,.gz,.bgz,.txt,.tsv">
<p class="help">Your browser reads it as a stream and sends it in pieces, without genotypes. You may also drop it
here.</p></div>
<details${raw(OPTIONS.some((name) => name !== 'hgvs' && options.has(name)) || distance !== '' ? ' open' : '')}>
<summary>Options</summary>
${OPTIONS.map(
  (name) => html`<div class="field flag"><input type="checkbox" id="vep-${name}" name="${name}" value="1"
aria-describedby="vep-${name}-help"${raw(options.has(name) ? ' checked' : '')}>
<label for="vep-${name}"><code>${name}</code></label><p class="help"
id="vep-${name}-help">${parameters[name].summary}</p></div>
`,
)}<div class="field"><label for="vep-distance"><code>distance</code></label>
<input type="text" id="vep-distance" name="distance" value="${distance}" inputmode="numeric" placeholder="5000"
aria-describedby="vep-distance-help"><p class="help" id="vep-distance-help">${parameters.distance.summary}</p></div>
</details>
${release === '' ? '' : html`<input type="hidden" name="release" value="${release}">`}<p class="send"><button
class="main" type="submit">Predict effects</button>
<a href="${action}?${new URLSearchParams({
    species: example.species,
    variants: example.line,
    hgvs: '1',
  })}">Example</a>
<button class="quiet" type="button" id="vep-stop" hidden>Stop</button></p>
</form>`;
}
