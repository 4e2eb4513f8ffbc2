import { describe, expect, it } from 'vitest'
import { badgeStyles, badgeThemes } from '#contract'
import type { BadgeStyle } from '#contract'
import { badgeColours, renderBadge } from './badge.ts'
import type { BadgeStatus } from './badge.ts'

const statuses: readonly BadgeStatus[] = ['passing', 'degraded', 'failing', 'unknown', 'inactive']
const looks = badgeStyles.flatMap((style) => badgeThemes.map((theme) => ({ style, theme })))

const hostileLabels: Readonly<Record<string, string>> = {
  script: '<script>alert(1)</script>',
  quotes: `"' onload="alert(1)`,
  closing: ']]></title></svg><svg onload=alert(1)>',
  entities: '&lt;script&gt; &#60; &amp;amp; &xxe;',
  control: 'a\u0000b\u001b[31mc\u0085d\nnew\tline',
  halves: 'x\ud800y\udc00z\ufffe\uffff',
  bidi: '\u202egnihtyna',
  long: 'w'.repeat(5000),
  emoji: '👩‍🚀'.repeat(200),
  empty: '',
  spaces: ' \n\t ',
  braces: '${7*7}{{7*7}}<%= 7*7 %>',
}

/** Text between tags and inside attributes; anything else is our own markup. */
const tagsOf = (svg: string): string[] => [...svg.matchAll(/<\/?([^\s>/]+)/g)].map(([, name = '']) => name)
const allowedTags = new Set([
  'svg',
  'title',
  'linearGradient',
  'stop',
  'clipPath',
  'rect',
  'g',
  'text',
  'filter',
  'feGaussianBlur',
  'path',
  'style',
  'a',
])
const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

describe.each(looks)('a badge in style $style and theme $theme', ({ style, theme }) => {
  it.each(statuses)('displays %s as text in the same style', async (status) => {
    const svg = renderBadge({ label: 'Shop', status, responseTimeMs: 230.6, style, theme })
    expect(svg.startsWith('<svg')).toBe(true)
    expect(svg.toLowerCase()).toContain(`${status} | 231 ms`)
    await expect(`${svg}\n`).toMatchFileSnapshot(`../../tests/golden/badges/${style}-${theme}-${status}.svg`)
  })

  it.each(Object.keys(hostileLabels))('stays one harmless document with the label: %s', (name) => {
    const svg = renderBadge({ label: hostileLabels[name] ?? '', status: 'passing', style, theme })
    expect(svg).toMatch(/^<svg[^<>]*>.*<\/svg>$/s)
    expect(tagsOf(svg).filter((tag) => !allowedTags.has(tag))).toEqual([])
    expect(tagsOf(svg).filter((tag) => tag === 'svg')).toHaveLength(2)
    expect((svg.match(/<[^>]*>/g) ?? []).join('').replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=/)
    expect(svg).not.toMatch(/[\p{Cc}\uFFFE\uFFFF]/u)
    expect(svg.isWellFormed()).toBe(true)
    expect(svg).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/)
    expect(svg.length).toBeLessThan(10_000)
  })

  it('leaves the response time out unless it is given', () => {
    expect(renderBadge({ label: 'Shop', status: 'failing', style, theme })).not.toContain(' ms')
  })
})

describe('badges', () => {
  it('display a label as it is up to 60 characters and cut longer ones', () => {
    const shown = (label: string, style: BadgeStyle = 'flat'): string => {
      const svg = renderBadge({ label, status: 'passing', style, theme: 'default' })
      return unescape(/aria-label="([^"]*): passing"/.exec(svg)?.[1] ?? '')
    }
    expect(shown('<b> & "c"')).toBe('<b> & "c"')
    expect(shown('x'.repeat(60))).toBe('x'.repeat(60))
    expect(shown('é'.repeat(61))).toBe(`${'é'.repeat(59)}…`)
    expect(shown('a\u0000b')).toBe('a b')
  })

  it.each(badgeThemes)('are readable in the theme %s: text has a contrast of 4.5 or more', (theme) => {
    const poor = Object.entries(badgeColours[theme]).filter(([, colour]) => contrast(textOn(colour), colour) < 4.5)
    expect(poor).toEqual([])
  })
})

/** The text colour badge-maker chooses by the brightness of the background. */
function textOn(background: string): string {
  const [red = 0, green = 0, blue = 0] = channels(background)
  return (red * 299 + green * 587 + blue * 114) / 255_000 <= 0.69 ? '#ffffff' : '#333333'
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
