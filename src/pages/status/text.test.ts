import { describe, expect, it } from 'vitest'
import { postMortemLengthMax } from '#contract'
import { prose } from './text.ts'

const written = (text: string): string => prose(text).toString()
const rel = 'rel="nofollow noopener noreferrer"'

describe('text of people on public pages', () => {
  it('is Markdown: emphasis, lists, code, tables, and lines as they were typed', () => {
    expect(written('Orders **fail**.\nWe look.')).toBe(
      '<div class="prose"><p>Orders <strong>fail</strong>.<br>\nWe look.</p>\n</div>',
    )
    expect(written('- a\n- `b`')).toContain('<li><code>b</code></li>')
    expect(written('a | b\n--- | ---\n1 | 2')).toContain('<td>1</td>')
    expect(written('    indented')).toContain('<p>indented</p>')
  })

  it('links addresses that are written out, and mail on demand, and passes on nothing of the page', () => {
    expect(written('See https://shop.example/a?b=1&c.')).toContain(
      `<a href="https://shop.example/a?b=1&amp;c" ${rel}>https://shop.example/a?b=1&amp;c</a>.`,
    )
    expect(written('[write](mailto:help@shop.example)')).toContain(
      `<a href="mailto:help@shop.example" ${rel}>write</a>`,
    )
    expect(written('shop.example and help@shop.example')).not.toContain('<a')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a](//evil.example)',
    '[a](/sign-out)',
    '![a](javascript:alert(1))',
    '![a](data:image/svg+xml;base64,PHN2Zz4=)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '`<script>`',
    '```"><script>\nx\n```',
    '<!-- --><style>*{display:none}</style>',
  ])('runs and embeds nothing: %s', (hostile) => {
    const allowed = /<\/?(?:div class="prose"|div|p|code|pre|br|code class="language-[^"<>]*")>/g
    expect(written(hostile).replaceAll(allowed, '')).not.toContain('<')
  })

  it('makes a picture a link to it, so that readers load nothing from others', () => {
    expect(written('![Graph "x"](https://img.example/a.png)')).toContain(
      `<a href="https://img.example/a.png" ${rel}>Graph &quot;x&quot;</a>`,
    )
  })

  it('keeps headings of updates out of the outline, and puts those of a long text below its own', () => {
    expect(written('# Cause')).toContain('<p><strong>Cause</strong></p>')
    expect(prose('# Cause\n\n###### Least', 'below the second level').toString()).toContain(
      '<h3>Cause</h3><h6>Least</h6>',
    )
  })

  it.each([
    ['quotes', '>'],
    ['lists', '- '],
    ['brackets', '['],
    ['pictures', '!['],
    ['emphasis', '*a_'],
    ['emphasis that ends', 'a**b*'],
    ['backticks', '`` a `'],
    ['links', '[a]('],
    ['angle brackets', '<a '],
    ['tables', 'a|b\n--|--\n'],
    ['entities', '&#x1;'],
    ['addresses', 'https://a.example/('],
  ])('is bounded for a post-mortem full of %s', (_name, part) => {
    const text = part.repeat(Math.ceil(postMortemLengthMax / part.length))
    expect(written(text).length).toBeLessThan(100 * text.length)
  })
})
