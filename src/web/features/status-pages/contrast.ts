import type { ThemeColors } from '#contract'

export type Scheme = keyof ThemeColors
export type ColorName = keyof ThemeColors['light']

/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5

/** Behind which colours the page shows a colour of text. */
const backgrounds: Readonly<Partial<Record<ColorName, readonly ColorName[]>>> = {
  headerFontColor: ['headerBackgroundColor'],
  navigationFontColor: ['headerBackgroundColor'],
  titleFontColor: ['bodyBackgroundColor', 'cardBackgroundColor'],
  bodyFontColor: ['bodyBackgroundColor', 'cardBackgroundColor'],
  bodyFontColorMuted: ['bodyBackgroundColor', 'cardBackgroundColor'],
  linkFontColor: ['bodyBackgroundColor', 'cardBackgroundColor'],
  primaryButtonFontColor: ['primaryButtonBackgroundColor'],
}

/** Six digits of a colour, or null for what is none. */
export function fullColor(text: string): string | null {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim()) ?? []
  const digits = long ?? short?.replaceAll(/./g, '$&$&')
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. */
export function contrastOf(color: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The least contrast of a colour of text to what is behind it, and where; null for other colours. */
export function textContrast(
  colors: ThemeColors[Scheme],
  name: ColorName,
): { readonly ratio: number; readonly against: ColorName } | null {
  const color = fullColor(colors[name])
  const found = (backgrounds[name] ?? []).flatMap((against) => {
    const behind = fullColor(colors[against])
    return color === null || behind === null ? [] : [{ ratio: contrastOf(color, behind), against }]
  })
  return found.toSorted((a, b) => a.ratio - b.ratio)[0] ?? null
}
