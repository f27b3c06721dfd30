/**
 * Example programs in the manner of Ensembl's documentation: the server and the rest of the address in two texts, the
 * header Content-type on a GET, and Content-type and Accept on a POST. All print the answer as JSON.
 */
import type { Snippet, SnippetRequest } from '../../../src/pages/snippets.ts';

/** @param server scheme and host, without a slash at the end: Ensembl's paths follow it directly */
export function ensemblExamples(
  server: string,
  address: string,
  { method, accept, body = '' }: Pick<SnippetRequest, 'method' | 'accept' | 'body'>,
): Snippet[] {
  const isPost = method === 'POST';
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const accepted = isPost ? ` -H 'Accept:${accept}'` : '';
  return [
    {
      language: 'curl',
      code:
        `curl ${shell(server + address)} -H 'Content-type:${isPost ? 'application/json' : accept}'${accepted}` +
        (isPost ? ` -X POST -d ${shell(body)}` : ''),
    },
    {
      language: 'Perl',
      code: `
use strict;
use warnings;
use HTTP::Tiny;
use JSON;
my $http = HTTP::Tiny->new();
my $server = ${quoted(server)};
my $ext = ${quoted(address)};
my $response = $http->${isPost ? "request('POST', $server.$ext" : 'get($server.$ext'}, {
  headers => { 'Content-type' => '${isPost ? 'application/json' : accept}'${
    isPost ? `, 'Accept' => '${accept}'` : ''
  } },
  ${isPost ? `content => ${quoted(body)},` : ''}
});
die "Failed: $response->{status} $response->{content}" unless $response->{success};
print encode_json(decode_json($response->{content}));`,
    },
    {
      language: 'Python',
      code: `
import json, requests, sys
server = ${JSON.stringify(server)}
ext = ${JSON.stringify(address)}
r = requests.${
        isPost
          ? `post(server+ext, headers={"Content-Type": "application/json", "Accept": "${accept}"}, ` +
            `data=${JSON.stringify(body)})`
          : `get(server+ext, headers={"Content-Type": "${accept}"})`
      }
if not r.ok:
  r.raise_for_status()
  sys.exit()
print(json.dumps(r.json()))`,
    },
    {
      language: 'R',
      code: `
library(httr)
library(jsonlite)
server <- ${JSON.stringify(server)}
ext <- ${JSON.stringify(address)}
${
  isPost
    ? `r <- POST(paste(server, ext, sep = ""), content_type("application/json"), accept("${accept}"), ` +
      `body = ${JSON.stringify(body)})`
    : `r <- GET(paste(server, ext, sep = ""), content_type("${accept}"))`
}
stop_for_status(r)
cat(content(r, "text", encoding = "UTF-8"))`,
    },
    {
      language: 'Ruby',
      code: `
require 'net/http'
require 'json'
server = URI.parse(${quoted(server)})
path = ${quoted(address)}
http = Net::HTTP.new(server.host, server.port)
request = Net::HTTP::${isPost ? 'Post' : 'Get'}.new(path, { 'Content-Type' => '${
        isPost ? 'application/json' : accept
      }'${isPost ? `, 'Accept' => '${accept}'` : ''} })
${isPost ? `request.body = ${quoted(body)}` : ''}
response = http.request(request)
raise "Invalid response: #{response.code}" unless response.code == '200'
puts JSON.generate(JSON.parse(response.body))`,
    },
  ];
}
