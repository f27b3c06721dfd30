/** The form of an operation's page: a field for every parameter of the path and the query, and for the body. */
import { raw } from 'hono/html';
import { MEDIA_TYPES } from '../../formats/media-types.ts';
import type { ShownOperation } from '../../operation/example.ts';
import type { Parameter } from '../../operation/parameter.ts';
import { html, type Html } from '../html.ts';
import { BODY_FIELD, FORMAT_FIELD, MAX_TYPED_BODY, type TypedRequest } from './typed-request.ts';

/** Operations with more parameters show only those that matter for the request at first. */
const MOST_OPEN_FIELDS = 8;

/**
 * A form that sends its fields to the page itself.
 * @param wrong names of fields to change @param action path of the page @param pinned release to keep
 */
export function requestForm(
  operation: ShownOperation,
  typed: TypedRequest,
  wrong: readonly string[],
  action: string,
  pinned: string | undefined,
): Html {
  const fields = Object.entries(operation.parameters).filter(([, parameter]) => parameter.in !== 'header');
  const isNeeded = ([name, { required }]: [string, Parameter]) => required || typed.values.has(name);
  const open = fields.length <= MOST_OPEN_FIELDS ? fields : fields.filter(isNeeded);
  const more = fields.filter((each) => !open.includes(each));
  const field = ([name, parameter]: [string, Parameter]) =>
    parameterField(name, parameter, typed.values.get(name) ?? [], wrong.includes(name));
  return html`<form class="entry try" method="get" action="${action}#answer">
${open.map(field)}
${operation.body ? bodyField(operation.body, typed.body) : ''}
${formatField(operation, typed)}
${pinned === undefined ? '' : html`<input type="hidden" name="release" value="${pinned}">`}
<p class="send"><button class="main" type="submit">Send request</button> <a href="${action}">Example</a></p>
${
  more.length === 0
    ? ''
    : html`<details><summary>${String(more.length)} more parameters</summary>
${more.map(field)}
</details>`
}
</form>`;
}

function parameterField(name: string, parameter: Parameter, texts: readonly string[], isWrong: boolean): Html {
  const id = `field-${name}`;
  const attributes = raw(
    ` id="${escaped(id)}" name="${escaped(name)}" aria-describedby="${escaped(id)}-help"` +
      (parameter.required ? ' required' : '') +
      (isWrong ? ' aria-invalid="true"' : ''),
  );
  const help = html`<p class="help" id="${id}-help">${withStop(parameter.summary)}${facts(parameter)}</p>`;
  const title = html`<code>${name}</code>`;
  const required = parameter.required ? html` <span class="soft">required</span>` : '';
  if (parameter.kind === 'list' && parameter.values && parameter.others === undefined)
    return choices(name, title, parameter, texts, help);
  if (parameter.kind === 'flag' && !parameter.default)
    return html`<div class="field flag"><input type="checkbox" value="1"${attributes}${on('checked', isOn(texts))}>
<label for="${id}">${title}</label>${help}</div>
`;
  return html`<div class="field"><label for="${id}">${title}</label>${required}
${control(parameter, texts, id, attributes)}
${help}</div>
`;
}

/** The input, select or text area of a parameter. */
function control(parameter: Parameter, texts: readonly string[], id: string, attributes: Html): Html {
  const { kind, values, others, minimum, maximum, example } = parameter;
  const [text = ''] = texts;
  const none = defaultOf(parameter);
  if (kind === 'flag') {
    const value = texts.length === 0 ? '' : isOn(texts) ? '1' : '0';
    return select(attributes, value, [['', none], ...['0', '1'].map((each): [string, string] => [each, each])]);
  }
  if (kind === 'list') return html`<textarea rows="2" spellcheck="false"${attributes}>${texts.join('\n')}</textarea>`;
  if (values && others === undefined) {
    const chosen = values.find((each) => each.toLowerCase() === text.toLowerCase());
    // A value that the operation rejects stays visible.
    const shown = text === '' || chosen !== undefined ? values : [text, ...values];
    return select(attributes, chosen ?? text, [['', none], ...shown.map((each): [string, string] => [each, each])]);
  }
  const isNumber = kind === 'integer' || kind === 'float';
  const limits = [
    isNumber ? ` inputmode="${kind === 'integer' ? 'numeric' : 'decimal'}"` : '',
    minimum === undefined ? '' : ` data-minimum="${minimum}"`,
    maximum === undefined ? '' : ` data-maximum="${maximum}"`,
  ].join('');
  const hint = example ?? (parameter.default === undefined ? '' : none);
  return html`<input type="text" value="${text}" placeholder="${hint}" autocomplete="off" autocapitalize="off"
spellcheck="false"${attributes}${raw(limits)}${values ? html` list="${id}-values"` : ''}>
${values ? html`<datalist id="${id}-values">${values.map((each) => html`<option value="${each}">`)}</datalist>` : ''}`;
}

/** A check box for each value of a parameter that may be sent several times. */
function choices(name: string, title: Html, parameter: Parameter, texts: readonly string[], help: Html): Html {
  const chosen = new Set(texts.map((text) => text.toLowerCase()));
  const known = parameter.values ?? [];
  const unknown = texts.filter((text) => !known.some((value) => value.toLowerCase() === text.toLowerCase()));
  return html`<fieldset class="field" aria-describedby="field-${name}-help"><legend>${title}${
    parameter.required ? html` <span class="soft">required</span>` : ''
  }</legend>
<div class="values">${[...unknown, ...known].map(
    (value) => html`<label><input type="checkbox" name="${name}" value="${value}"${on(
      'checked',
      chosen.has(value.toLowerCase()),
    )}> ${value}</label>
`,
  )}</div>${help}</fieldset>
`;
}

function bodyField(body: NonNullable<ShownOperation['body']>, text: string): Html {
  const limit = Number.isFinite(body.limit) ? ` At most ${body.limit.toLocaleString('en')} in a request.` : '';
  return html`<div class="field"><label for="field-body"><code>${body.key}</code></label>
<span class="soft">one a line</span>
<textarea id="field-body" name="${BODY_FIELD}" rows="4" maxlength="${String(MAX_TYPED_BODY)}" spellcheck="false"
aria-describedby="field-body-help">${text}</textarea>
<p class="help" id="field-body-help">${withStop(body.summary)}${limit} Or the whole body as JSON.</p></div>
`;
}

function formatField({ formats }: ShownOperation, { format }: TypedRequest): Html | string {
  const [first] = formats;
  const shown = formats.filter((each) => each !== 'jsonp');
  if (shown.length < 2) return '';
  const options = shown.map((each): [string, string] => [each === first ? '' : MEDIA_TYPES[each], MEDIA_TYPES[each]]);
  const attributes = raw(` id="field-format" name="${FORMAT_FIELD}"`);
  return html`<div class="field"><label for="field-format">Format</label>
${select(attributes, format ? MEDIA_TYPES[format] : '', options)}</div>
`;
}

function select(attributes: Html, value: string, options: readonly [value: string, text: string][]): Html {
  return html`<select${attributes}>${options.map(
    ([each, text]) => html`<option value="${each}"${on('selected', each === value)}>${text}</option>`,
  )}</select>`;
}

/** The text of an empty field. */
function defaultOf({ kind, default: byDefault }: Parameter): string {
  if (byDefault === undefined || byDefault === '') return 'not set';
  const text = Array.isArray(byDefault) ? byDefault.join(', ') : String(byDefault);
  return `default: ${kind === 'flag' ? Number(byDefault) : text}`;
}

/** Facts that a description leaves open: limits, other values, the default, an example. */
function facts({ kind, others, minimum, maximum, values, default: byDefault, example }: Parameter): string {
  const found: string[] = [];
  if (minimum !== undefined && maximum !== undefined) found.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) found.push(`At least ${minimum}`);
  else if (maximum !== undefined) found.push(`At most ${maximum}`);
  if (kind === 'list' && !values) found.push('One a line');
  if (others !== undefined) found.push(others.charAt(0).toUpperCase() + others.slice(1));
  if (kind === 'list' && Array.isArray(byDefault) && byDefault.length > 0)
    found.push(`Default: ${byDefault.join(', ')}`);
  if (example !== undefined) found.push(`Example: ${example}`);
  return found.map((fact) => ` ${fact}.`).join('');
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** True as in Perl: '' and '0' are false. */
function isOn([text = '']: readonly string[]): boolean {
  return text !== '' && text !== '0';
}

function on(attribute: string, isSet: boolean): Html | string {
  return isSet ? raw(` ${attribute}`) : '';
}

/** Names of parameters are attribute texts too. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
