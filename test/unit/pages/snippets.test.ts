import { describe, expect, test } from 'vitest';
import { found } from '../../../src/checked.ts';
import { snippets } from '../../../src/pages/snippets.ts';

const code = (language: string, body: string) =>
  found(
    snippets({ method: 'POST', url: "http://host/rest/x?a='b", accept: 'application/json', body }),
    (snippet) => snippet.language === language,
  ).code;

describe('a body in a snippet', () => {
  test('has the words of Python for true, false and null', () => {
    expect(code('Python', '{"ids":["a","true"],"expand":true,"x":[null,false,1.5]}')).toContain(
      'json={"ids": ["a", "true"], "expand": True, "x": [None, False, 1.5]})',
    );
  });

  test('that is not JSON is a string, never a part of the program', () => {
    const body = '{"ids": []}); alert("1"); ({';
    expect(code('JavaScript', body)).toContain(`body: JSON.stringify(${JSON.stringify(body)})`);
    expect(code('Python', body)).toContain(`json=${JSON.stringify(body)})`);
  });

  test('that is nested too deeply is a string', () => {
    const body = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(code('Python', body)).toContain('json=');
  });

  test('cannot end the quotes of a shell', () => {
    const body = `{"ids":["'; echo hacked; '"]}`;
    expect(code('curl', body)).toContain(`-d '{"ids":["'\\''; echo hacked; '\\''"]}'`);
    expect(code('curl', body)).toContain("'http://host/rest/x?a='\\''b'");
  });
});
