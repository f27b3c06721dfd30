/** Example programs that send a request, for the pages of operations. */

/** The request of a code snippet. */
export interface SnippetRequest {
  method: 'GET' | 'POST';
  /** Absolute URL. */
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

/**
 * The body as a literal of a language. Text that is not JSON, which a person may type, becomes a string: as a part of
 * a program it could do anything.
 */
function literal(body = '', write: (value: unknown) => string): string {
  try {
    return write(JSON.parse(body));
  } catch {
    // Not JSON, or nested too deeply: the service rejects it, too.
    return JSON.stringify(body);
  }
}

/** A value of JSON in Python, which has other words for true, false and null. */
function pythonLiteral(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pythonLiteral(each)}`);
  return `{${pairs.join(', ')}}`;
}

/** Complete programs that send a request and print its answer. All but curl fail if the status is not 200. */
export function snippets(request: SnippetRequest): Snippet[] {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'Python', code: python(request) },
    { language: 'R', code: r(request) },
    { language: 'JavaScript', code: javascript(request) },
    { language: 'Perl', code: perl(request) },
    { language: 'Ruby', code: ruby(request) },
  ];
}

function curl({ method, url, accept, body }: SnippetRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  if (method === 'GET') return `curl ${quoted(url)} -H ${quoted(`Accept: ${accept}`)}`;
  const headers = `-H 'Content-Type: application/json' -H ${quoted(`Accept: ${accept}`)}`;
  return `curl -X POST ${quoted(url)} ${headers} \\\n  -d ${quoted(body ?? '')}`;
}

function python({ method, url, accept, body }: SnippetRequest): string {
  const call =
    method === 'GET'
      ? `requests.get(${JSON.stringify(url)}, headers={"Accept": ${JSON.stringify(accept)}})`
      : `requests.post(${JSON.stringify(url)}, headers={"Accept": ${JSON.stringify(accept)}},` +
        `\n                         json=${literal(body, pythonLiteral)})`;
  const shown = accept === 'application/json' ? 'response.json()' : 'response.text';
  return `import requests\n\nresponse = ${call}\nresponse.raise_for_status()\nprint(${shown})`;
}

function r({ method, url, accept, body }: SnippetRequest): string {
  const sent = method === 'GET' ? '' : ` |>\n  req_body_raw(${JSON.stringify(body ?? '')}, "application/json")`;
  return (
    `library(httr2)\n\nresponse <- request(${JSON.stringify(url)}) |>\n  req_headers(Accept = ` +
    `${JSON.stringify(accept)})${sent} |>\n  req_perform()\n` +
    `${accept === 'application/json' ? 'resp_body_json(response)' : 'resp_body_string(response)'}`
  );
}

function javascript({ method, url, accept, body }: SnippetRequest): string {
  const headers =
    method === 'GET'
      ? `{ Accept: ${JSON.stringify(accept)} }`
      : `{ Accept: ${JSON.stringify(accept)}, 'Content-Type': 'application/json' }`;
  const options =
    method === 'GET'
      ? `{ headers: ${headers} }`
      : `{\n  method: 'POST', headers: ${headers},\n  body: JSON.stringify(${literal(body, JSON.stringify)}),\n}`;
  return (
    `const response = await fetch(${JSON.stringify(url)}, ${options});\nif (!response.ok) throw new ` +
    'Error(await response.text());\nconsole.log(await ' +
    `response.${accept === 'application/json' ? 'json' : 'text'}());`
  );
}

/** Needs only modules that come with Perl. */
function perl({ method, url, accept, body }: SnippetRequest): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const call =
    method === 'GET'
      ? `get(${quoted(url)}, { headers => { 'Accept' => ${quoted(accept)} } })`
      : `post(${quoted(url)}, {\n` +
        `  headers => { 'Accept' => ${quoted(accept)}, 'Content-Type' => 'application/json' },\n` +
        `  content => ${quoted(body ?? '')},\n})`;
  const isJson = accept === 'application/json';
  const shown = isJson
    ? 'my $json = JSON::PP->new->utf8->pretty->allow_nonref;\nprint $json->encode($json->decode($response->{content}));'
    : 'print $response->{content};';
  return (
    `use strict;\nuse warnings;\nuse HTTP::Tiny;\n${isJson ? 'use JSON::PP;\n' : ''}\n` +
    `my $response = HTTP::Tiny->new->${call};\ndie "$response->{status} $response->{content}\\n" unless ` +
    `$response->{success};\n${shown}`
  );
}

/** Needs only libraries that come with Ruby. */
function ruby({ method, url, accept, body }: SnippetRequest): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const headers = `'Accept' => ${quoted(accept)}`;
  const request =
    method === 'GET'
      ? `Net::HTTP::Get.new(uri, { ${headers} })`
      : `Net::HTTP::Post.new(uri, { ${headers}, 'Content-Type' => 'application/json' })\n` +
        `request.body = ${quoted(body ?? '')}`;
  const isJson = accept === 'application/json';
  return (
    `require 'net/http'\n${isJson ? "require 'json'\n" : ''}\nuri = URI(${quoted(url)})\nrequest = ${request}\n` +
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| " +
    'http.request(request) }\n' +
    'raise response.body unless response.is_a?(Net::HTTPSuccess)\n' +
    `puts ${isJson ? 'JSON.pretty_generate(JSON.parse(response.body))' : 'response.body'}`
  );
}
