import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listItems, WrittenXml, xml } from '../../../src/formats/xml.ts';

const lines = (...text: string[]) => `${text.join('\n')}\n`;

describe('XML', () => {
  test('writes an object as one data element with its scalars as attributes', () => {
    expect(xml({ version: 1, id: 'ENSG1', description: null, source: 'havana' })).toBe(
      lines('<opt>', '  <data id="ENSG1" description="" source="havana" version="1" />', '</opt>'),
    );
  });

  test('writes a list as one data element per item', () => {
    expect(xml([{ a: 1 }, { a: 2 }])).toBe(lines('<opt>', '  <data a="1" />', '  <data a="2" />', '</opt>'));
    expect(xml([])).toBe(lines('<opt>', '</opt>'));
  });

  test('writes fractions with at most 15 digits, and integers in full', () => {
    expect(xml({ a: 0.1 + 0.2, b: 1e-7, c: 5e-5, d: 1234567890123456 })).toContain(
      '<data a="0.3" b="1e-07" c="5e-05" d="1234567890123456" />',
    );
  });

  test('writes nested lists and objects as elements, and never self-closes their parent', () => {
    expect(xml({ id: 'x', synonyms: ['a', 'b'], tags: { name: ['n'] }, none: [] })).toBe(
      lines(
        '<opt>',
        '  <data id="x">',
        '    <synonyms>a</synonyms>',
        '    <synonyms>b</synonyms>',
        '    <tags>',
        '      <name>n</name>',
        '    </tags>',
        '  </data>',
        '</opt>',
      ),
    );
    expect(xml({ none: [] })).toBe(lines('<opt>', '  <data>', '  </data>', '</opt>'));
    expect(xml({ a: 1, none: {} })).toBe(lines('<opt>', '  <data a="1">', '    <none></none>', '  </data>', '</opt>'));
  });

  test('puts the first of name, key and id before the other attributes', () => {
    expect(xml({ a: 1, id: 2, key: 3, name: 4 })).toContain('<data name="4" a="1" id="2" key="3" />');
    expect(xml({ a: 1, id: 2, key: 3 })).toContain('<data key="3" a="1" id="2" />');
  });

  test('writes an object of objects as elements with the attribute name', () => {
    expect(xml({ unit: 'u', elements: { b: { A: 1 }, a: { A: 2 } } })).toBe(
      lines(
        '<opt>',
        '  <data unit="u">',
        '    <elements name="a" A="2" />',
        '    <elements name="b" A="1" />',
        '  </data>',
        '</opt>',
      ),
    );
  });

  test('writes a list in a list as anon elements', () => {
    expect(xml({ m: [[1, 2]] })).toBe(
      lines(
        '<opt>',
        '  <data>',
        '    <m>',
        '      <anon>1</anon>',
        '      <anon>2</anon>',
        '    </m>',
        '  </data>',
        '</opt>',
      ),
    );
  });

  test('writes a scalar as an attribute of the root', () => {
    expect([xml(null), xml('a<b')]).toEqual(['<opt data="" />\n', '<opt data="a&lt;b" />\n']);
  });

  test('is well-formed for any JSON and keeps every text', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
    });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (json) => {
        expect(XMLValidator.validate(xml(json))).toBe(true);
      }),
      { seed: 1 },
    );
    const printable = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(printable, (text) => {
        expect(parser.parse(xml({ text })).opt.data.text).toBe(text);
      }),
      { seed: 1 },
    );
  });
});

test('elements that were written earlier are inserted unchanged', () => {
  const homologies = [
    { type: 'a', source: { id: 'x' } },
    { type: 'b & c', source: { id: 'y' } },
  ];
  const written = new WrittenXml(homologies.map((each) => listItems('homologies', [each], 3)).join(''));
  expect(xml({ data: [{ id: 'G', homologies: written }] })).toBe(xml({ data: [{ id: 'G', homologies }] }));
});
