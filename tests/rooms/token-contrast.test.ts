import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('../../src/web/styles/tokens.css', import.meta.url), 'utf8')
type Theme = 'light' | 'dark'

/** The colours of the tokens, by their names without `--c-`. */
function coloursOf(theme: Theme): ReadonlyMap<string, string> {
  const values = new Map(
    [...source.matchAll(/--c-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
  const resolve = (value: string): string => {
    const [, other] = /^var\(--c-([\w-]+)\)$/.exec(value) ?? []
    if (other !== undefined) return resolve(values.get(other) ?? '')
    const [, light = value, dark = value] = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(value) ?? []
    return theme === 'light' ? light : dark
  }
  return new Map([...values].map(([name, value]) => [name, resolve(value)]))
}

const pages = ['surface', 'canvas', 'sunken', 'raised', 'hover', 'active', 'selected']
const states = ['pass', 'deg', 'fail', 'unk']
const readable = ['ink', 'ink-2', 'accent']

/** What stands on what, and the least contrast of it: WCAG 2.2, 1.4.3 and 1.4.11. */
const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ...readable.flatMap((ink) => pages.map((page) => [ink, page, 4.5] as const)),
  ...['surface', 'canvas', 'sunken', 'raised'].map((page) => ['ink-3', page, 4.5] as const),
  ...states.flatMap((state) => [
    [`${state}-ink`, 'surface', 4.5] as const,
    [`${state}-ink`, `${state}-wash`, 4.5] as const,
    ['ink', `${state}-wash`, 4.5] as const,
    ['ink-2', `${state}-wash`, 4.5] as const,
    [`${state}-mark`, 'surface', 3] as const,
    [`${state}-mark`, `${state}-wash`, 3] as const,
  ]),
  ['on-accent', 'accent-fill', 4.5],
  ['on-accent', 'accent-fill-hover', 4.5],
  ['inverse', 'ink', 4.5],
  ['paus-mark', 'surface', 3],
  ...['surface', 'canvas', 'sunken', 'raised'].flatMap((page) => [
    ['focus', page, 3] as const,
    ['control', page, 3] as const,
  ]),
  ...['s1', 's2', 's3', 's4', 's5'].map((series) => [series, 'surface', 3] as const),
  ...['code-key', 'code-str', 'code-num', 'code-com'].map((code) => [code, 'sunken', 4.5] as const),
]

/** WCAG 2.2, from 1 to 21. */
const contrastOf = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** The luminance of `oklch(L C H)`, by the matrices of CSS Color 4. A library for it would bring the types of browsers. */
function relativeLuminance(colour: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (channel: number): number => Math.min(1, Math.max(0, channel))
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it('a known pair has the contrast that it is known for', () => {
  expect(contrastOf(relativeLuminance('oklch(1 0 0)'), relativeLuminance('oklch(0 0 0)'))).toBeCloseTo(21, 3)
  // #777777 on white.
  expect(contrastOf(relativeLuminance('oklch(0.5693 0 0)'), 1)).toBeCloseTo(4.48, 1)
})

it.each(['light', 'dark'] as const)(
  'texts, shapes and edges of the %s theme stand out from what is behind them',
  (theme) => {
    const colours = coloursOf(theme)
    const luminanceOf = (name: string): number => {
      const value = colours.get(name)
      if (value === undefined) throw new Error(`There is no token --c-${name}.`)
      return relativeLuminance(value)
    }
    const faint = pairs
      .map(([front, back, least]) => ({
        pair: `${front} on ${back}`,
        least,
        has: contrastOf(luminanceOf(front), luminanceOf(back)),
      }))
      .filter(({ least, has }) => has < least)
    expect(faint).toEqual([])
  },
)
