/** Short texts that made readers of HTML or markdown take seconds, gigabytes, or write megabytes. */

const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at)).join('');
const name = (at: number) => at.toString(36);

/** Each is shorter than what a card may hold. */
export const HTML_BLOW_UPS: Record<string, string> = {
  'blocks in many b, closed in the wrong order': many(1000, (at) => `<b id=${at}><p>`) + '</b>'.repeat(1000),
  'blocks in many nobr': many(1000, (at) => `<nobr id=${at}><div>`) + '</nobr>'.repeat(1000),
  'blocks in links in links': '<a><p>'.repeat(4000),
  'b, i and a around a block, closed crosswise': '<b><i><a><div>'.repeat(700) + '</a></b></i>'.repeat(700),
  'hundreds of b, opened again in each paragraph': `<p>${many(900, (at) => `<b id=${at}>`)}${'<p>x'.repeat(6000)}`,
  'a font with a long attribute, opened again': `<p><font color="${'x'.repeat(20_000)}">${'<p>x'.repeat(6000)}`,
  'a font with many attributes, opened again': `<p><font ${many(4000, (at) => `${name(at)} `)}>${'<p>x'.repeat(6000)}`,
  'tables in tables': '<table><tr><td>'.repeat(3000),
  'texts and b that do not belong into a table': `<table>${many(2500, (at) => `<b id=${at}>x<tr>`)}`,
  'selects with what does not belong into them': '<select><option><b>'.repeat(2500),
  'templates in templates': '<template>'.repeat(4500),
  'svg and html in each other': '<svg><foreignObject><math><mi><p>'.repeat(1400),
  'ten thousand attributes': `<p ${many(12_000, (at) => `${name(at)} `)}>`,
  'ten thousand attributes, never closed': `<p ${many(12_000, (at) => `${name(at)} `)}`,
  'ten thousand classes': `<p class="${many(12_000, (at) => `${name(at)} `)}">`,
  'quotes that are never closed': '<p title="'.repeat(4500),
  'comments that are never closed': '<!--'.repeat(12_000),
  entities: '&'.repeat(50_000),
  'entities that are never closed': '&CounterClockwiseContourIntegra'.repeat(1600),
  'end tags of nothing': '</b></p></td>'.repeat(3800),
  'far below many blocks': '<div>'.repeat(5000) + '</p>'.repeat(5000),
  paragraphs: '<p>'.repeat(16_000),
  'list items': '<ul><li>'.repeat(6000),
  headings: '<h1><b>'.repeat(7000),
};

/** Each is shorter than what a guide may hold. */
export const MARKDOWN_BLOW_UPS: Record<string, string> = {
  'quotes in quotes': '> '.repeat(20_000) + 'x',
  'lists in lists': '- '.repeat(20_000) + 'x',
  brackets: '['.repeat(100_000),
  'pictures of pictures': '![]('.repeat(30_000),
  emphasis: '*a _b '.repeat(40_000),
  'emphasis that closes late': '*a '.repeat(30_000) + 'b* '.repeat(30_000),
  'code that is never closed': many(2000, (at) => '`'.repeat(at + 1) + ' '),
  'a table of one row and many columns': `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n`,
  'a long address, referred to often': `[a]: https://example.com/${'x'.repeat(100_000)}\n\n${'[a] '.repeat(50_000)}`,
  'a footnote, referred to often': `[^a]: ${'x'.repeat(50_000)}\n\n${'[^a] '.repeat(50_000)}`,
  'blocks in b, closed in the wrong order': many(20_000, (at) => `<b id=${at}><p>`) + '</b>'.repeat(20_000),
  entities: '&amp'.repeat(200_000),
};
