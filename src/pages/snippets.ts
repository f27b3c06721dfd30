/** How to send a request from the languages that people use: text to be copied. */
export interface SentRequest {
  method: 'GET' | 'POST';
  /** Whole address. */
  url: string;
  /** Media type of the answer. */
  accept: string;
  /** JSON text of the body of a POST. */
  body?: string;
}

export interface Snippet {
  language: string;
  code: string;
}

export function snippets(request: SentRequest): Snippet[] {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'Python', code: python(request) },
    { language: 'R', code: r(request) },
    { language: 'JavaScript', code: javascript(request) },
  ];
}

function curl({ method, url, accept, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  if (method === 'GET') return `curl ${quoted(url)} -H ${quoted(`Accept: ${accept}`)}`;
  return `curl -X POST ${quoted(url)} -H 'Content-Type: application/json' -H ${quoted(`Accept: ${accept}`)} \\\n  -d ${quoted(body ?? '')}`;
}

function python({ method, url, accept, body }: SentRequest): string {
  const call = method === 'GET'
    ? `requests.get(${JSON.stringify(url)}, headers={"Accept": ${JSON.stringify(accept)}})`
    : `requests.post(${JSON.stringify(url)}, headers={"Accept": ${JSON.stringify(accept)}},\n                         json=${body})`;
  return `import requests\n\nresponse = ${call}\nresponse.raise_for_status()\nprint(${accept === 'application/json' ? 'response.json()' : 'response.text'})`;
}

function r({ method, url, accept, body }: SentRequest): string {
  const sent = method === 'GET' ? '' : ` |>\n  req_body_raw(${JSON.stringify(body ?? '')}, "application/json")`;
  return `library(httr2)\n\nresponse <- request(${JSON.stringify(url)}) |>\n  req_headers(Accept = ${JSON.stringify(accept)})${sent} |>\n  req_perform()\n`
    + `${accept === 'application/json' ? 'resp_body_json(response)' : 'resp_body_string(response)'}`;
}

function javascript({ method, url, accept, body }: SentRequest): string {
  const headers = method === 'GET' ? `{ Accept: ${JSON.stringify(accept)} }` : `{ Accept: ${JSON.stringify(accept)}, 'Content-Type': 'application/json' }`;
  const options = method === 'GET' ? `{ headers: ${headers} }` : `{\n  method: 'POST', headers: ${headers},\n  body: JSON.stringify(${body}),\n}`;
  return `const response = await fetch(${JSON.stringify(url)}, ${options});\nif (!response.ok) throw new Error(await response.text());\nconsole.log(await response.${accept === 'application/json' ? 'json' : 'text'}());`;
}
