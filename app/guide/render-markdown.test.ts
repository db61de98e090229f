import fc from 'fast-check';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { anchorOf, renderCode, renderMarkdown } from './render-markdown.ts';
import { eachElement, textOf, type Element } from '../html/html-tree.ts';

const parser = unified().use(rehypeParse, { fragment: true });

/** Every element of `html` as a browser would read it. */
function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  eachElement(parser.parse(html), (element) => found.push(element));
  return found;
}

async function render(markdown: string, address?: string) {
  const { html, toc } = await renderMarkdown(markdown, { address });
  const elements = elementsOf(html);
  return { html, toc, elements, all: (tag: string) => elements.filter(({ tagName }) => tagName === tag) };
}

describe('heading anchors', () => {
  it.each([
    ['Where to get help', 'where-to-get-help'],
    ['  --Data structures & Big-O!  ', 'data-structures-big-o'],
    ['C++ / C#', 'c-c'],
    ['Résumé', 'r-sum'],
    ['42nd Street', '42nd-street'],
    ['???', ''],
  ])('%j becomes %j', (text, anchor) => {
    expect(anchorOf(text)).toBe(anchor);
  });

  it('gives every h1 and h2 an id, and no other heading', async () => {
    const { all, toc } = await render('# The *Guide*\n\n## Tools & `git`\n\n### Editors\n\nSetext\n---\n');
    expect(all('h1')[0]?.properties.id).toBe('the-guide');
    expect(all('h2').map(({ properties }) => properties.id)).toEqual(['tools-git', 'setext']);
    expect(all('h3')[0]?.properties.id).toBeUndefined();
    expect(toc).toEqual([
      { id: 'the-guide', text: 'The Guide', level: 1 },
      { id: 'tools-git', text: 'Tools & git', level: 2 },
      { id: 'setext', text: 'Setext', level: 2 },
    ]);
  });

  it('keeps ids unique and leaves them out where nothing remains', async () => {
    const { all, toc } = await render('## Tips\n\n## Tips 2\n\n## Tips\n\n## Tips\n\n## …\n');
    expect(all('h2').map(({ properties }) => properties.id)).toEqual(['tips', 'tips-2', 'tips-3', 'tips-4', undefined]);
    expect(toc).toHaveLength(4);
  });

  it('links to the heading beside it, so that the heading is called by its text alone', async () => {
    const { all } = await render('## Tools\n');
    expect(all('h2').map(textOf)).toEqual(['Tools']);
    expect(all('a')[0]?.properties).toMatchObject({ href: '#tools', ariaLabel: 'Link to “Tools”' });
  });

  it('takes the ids people write in HTML, whatever they are', async () => {
    const { all } = await render('<h2 id="other">Tools</h2>\n\n<a id="here"></a>\n\n[go](#here)\n');
    expect(all('h2')[0]?.properties.id).toBe('tools');
    const ids = all('a').map(({ properties }) => properties.id);
    expect(all('a').map(({ properties }) => properties.href)).toContain(`#${String(ids.find(Boolean))}`);
  });
});

describe('links, pictures and tables', () => {
  it('opens outside links in a new tab and leaves the site’s own', async () => {
    const { all } = await render(
      '[a](https://example.edu) [b](/events) [c](#x) [d](mailto:a@example.edu) https://e.org',
    );
    const [a, b, c, d, e] = all('a').map(({ properties }) => properties);
    const outside = { target: '_blank', rel: ['noopener', 'noreferrer'] };
    expect(a).toMatchObject({ href: 'https://example.edu', ...outside });
    expect(e).toMatchObject({ href: 'https://e.org', ...outside });
    for (const inside of [b, c, d]) expect(inside).not.toHaveProperty('target');
  });

  it('leads from a footnote and back', async () => {
    const { all, elements } = await render('Yes.[^1]\n\n[^1]: Really.\n');
    const ids = new Set(elements.map(({ properties }) => properties.id));
    const targets = all('a').map(({ properties }) => String(properties.href).slice(1));
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    const described = all('a').flatMap(({ properties }) => properties.ariaDescribedBy ?? []);
    expect(described.filter((id) => !ids.has(String(id)))).toEqual([]);
  });

  it('loads pictures late, and takes relative ones from beside a source on another host', async () => {
    const { all } = await render(
      '![A map](map.png) ![](/x.png) [more](more.md)',
      'https://code.example.com/a/guide.md',
    );
    const [map, own] = all('img').map(({ properties }) => properties);
    expect(map).toMatchObject({ src: 'https://code.example.com/a/map.png', alt: 'A map', loading: 'lazy' });
    expect(own).toMatchObject({ src: '/x.png', alt: '' });
    expect(all('a')[0]?.properties).toMatchObject({ href: 'https://code.example.com/a/more.md', target: '_blank' });
  });

  it('puts each table into a region of its own that the keyboard reaches', async () => {
    const table = '| Year | Why |\n|---|--:|\n| 1 | so |\n\n';
    const { elements, all } = await render(table + table);
    const regions = elements.filter(({ properties }) => properties.role === 'region');
    expect(regions.map(({ properties }) => properties.ariaLabel)).toEqual(['Table 1: Year, Why', 'Table 2: Year, Why']);
    expect(regions.every(({ properties }) => properties.tabIndex === 0)).toBe(true);
    expect(all('th').every(({ properties }) => properties.scope === 'col')).toBe(true);
    expect(all('td').map(({ properties }) => properties.dataAlign)).toEqual([undefined, 'right', undefined, 'right']);
  });

  it('says of each block from which side it is read, by its first letter', async () => {
    const { elements } = await render(
      '## «علوم» and C\n\n1. שלום\n\nCS is علوم.\n\n> 42: علوم\n\n<p dir="ltr">علوم</p>\n',
    );
    const sides = elements.map(({ tagName, properties }) => `${tagName} ${String(properties.dir ?? '')}`.trim());
    expect(sides.filter((one) => /^(h2|ol|p|blockquote|div)\b/.test(one))).toEqual([
      ...['div rtl', 'h2 rtl', 'ol rtl', 'p', 'blockquote rtl', 'p rtl', 'p ltr'],
    ]);
  });

  it('says of each task whether it is done', async () => {
    const { all } = await render('- [ ] Sleep\n- [x] Eat\n');
    expect(all('input').map(({ properties }) => properties.ariaLabel)).toEqual(['To do', 'Done']);
  });
});

describe('code', () => {
  it('colours known languages, names them, and keeps the text as it was', async () => {
    const source = 'const a: string = `<b>${1}</b>`; // "x"\n\nexport {};';
    const { all, elements, html } = await render(`\`\`\`ts\n${source}\n\`\`\`\n`);
    expect(all('figcaption').map(textOf)).toEqual(['TypeScript']);
    expect(all('code').map(textOf)).toEqual([source]);
    expect(elements.some(({ properties }) => String(properties.className) === 'code-keyword')).toBe(true);
    expect(html).not.toContain('style=');
    expect(elements.filter(({ properties }) => properties.dataCopy === '')).toHaveLength(1);
  });

  it.each(['nonsense', '__proto__', 'constructor', '"><script>'])(
    'shows the unknown language %j plainly',
    async (name) => {
      const { html } = await renderCode('a <b> & c\n', name);
      const elements = elementsOf(html);
      expect(elements.filter(({ tagName }) => tagName === 'code').map(textOf)).toEqual(['a <b> & c']);
      expect(elements.filter(({ tagName }) => tagName === 'figcaption').map(textOf)).toEqual([name]);
    },
  );

  it('shows a text that is nested too deep plainly', async () => {
    const deep = `${'<div>'.repeat(30_000)}x`;
    expect((await render(deep)).all('code').map(textOf)).toEqual([deep]);
  });
});

describe('safety', () => {
  const HARMFUL = new Set([
    'script',
    'style',
    'iframe',
    'object',
    'embed',
    'form',
    'base',
    'meta',
    'link',
    'svg',
    'math',
    'button',
  ]);

  function unsafeParts(html: string): string[] {
    return elementsOf(html).flatMap(({ tagName, properties }) => [
      ...(HARMFUL.has(tagName) ? [tagName] : []),
      ...Object.entries(properties).flatMap(([name, value]) => {
        if (/^on/i.test(name) || name === 'style' || name === 'srcDoc' || name === 'formAction') return [name];
        const isAddress = name === 'href' || name === 'src' || name === 'cite' || name === 'longDesc';
        const address = isAddress ? URL.parse(String(value), 'https://site.example') : undefined;
        return address && !['http:', 'https:', 'mailto:'].includes(address.protocol)
          ? [`${name}=${String(value)}`]
          : [];
      }),
    ]);
  }

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVa&#115;cript:alert(1))',
    '<a href="java\tscript:alert(1)">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action=/x><button formaction=javascript:alert(1)>x',
    '![x](data:text/html,<script>alert(1)</script>)',
    '<p style="position:fixed" onclick=x>y',
    '<!--><img src=x onerror=alert(1)>-->',
    '# <img src=x onerror=alert(1)>\n',
    '```"onmouseover=alert(1)\nx\n```',
  ])('lets nothing harmful through: %s', async (markdown) => {
    expect(unsafeParts((await renderMarkdown(markdown)).html)).toEqual([]);
  });

  it('has a harmless answer for anything', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<script>',
        '</script>',
        '<svg>',
        '<math>',
        '<style>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<table><td>',
      ),
      fc.constantFrom(
        '<img src=x onerror=alert(1) ',
        '<a href=',
        'javascript:alert(1)',
        'data:text/html,x',
        '&#106;avascript:',
      ),
      fc.constantFrom(
        '```',
        '\n\n',
        '# ',
        '> ',
        '- [x] ',
        '| a | b |\n|---|---|\n',
        '[a](',
        '](',
        ')',
        '![',
        '[^1]',
        '[^1]: ',
        '`',
      ),
      fc.constantFrom(
        '"',
        "'",
        '>',
        '<',
        '=',
        ' onload=x ',
        ' style=x ',
        '</p>',
        '<p id=constructor name=__proto__>',
        '\0',
        '\u2028',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const anything = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(anything, async (markdown) => {
        expect(unsafeParts((await renderMarkdown(markdown)).html)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
