import { makeBadge } from 'badge-maker'
import type { BadgeStyle, BadgeTheme } from '#contract'

export type BadgeStatus = 'passing' | 'degraded' | 'failing' | 'unknown' | 'inactive'

export interface Badge {
  /** Usually the name of the check; longer ones are cut at 60 characters. */
  readonly label: string
  readonly status: BadgeStatus
  /** Replaces the status. */
  readonly message?: string
  /** Displayed after the status when set, in whole milliseconds. */
  readonly responseTimeMs?: number
  readonly style: BadgeStyle
  readonly theme: BadgeTheme
}

type Colours = { readonly [S in BadgeStatus]: string } & { readonly label: string }

/** Text on every colour has a contrast of at least 4.5 (WCAG 2.2 AA); it turns dark on light colours by itself. */
export const badgeColours: { readonly [T in BadgeTheme]: Colours } = {
  default: {
    label: '#555555',
    passing: '#1a7f37',
    degraded: '#9a6700',
    failing: '#cf222e',
    unknown: '#57606a',
    inactive: '#6e7781',
  },
  light: {
    label: '#eaeef2',
    passing: '#aceebb',
    degraded: '#fae17d',
    failing: '#ffcecb',
    unknown: '#d0d7de',
    inactive: '#dde3e9',
  },
  dark: {
    label: '#24292f',
    passing: '#116329',
    degraded: '#7d4e00',
    failing: '#a40e26',
    unknown: '#424a53',
    inactive: '#32383f',
  },
}

/** The social style has no themes; these attribute values of its markup are replaced for the dark theme. */
const darkSocial: Readonly<Record<string, string>> = {
  '#fcfcfc': '#24292f',
  '#fafafa': '#32383f',
  '#d5d5d5': '#57606a',
  '#333': '#f0f6fc',
  '#fff': '#010409',
}

const maxLabelLength = 60

/**
 * Renders a badge as SVG markup that begins with `<svg`. Colour and text both show the status. Text is escaped; control
 * characters are removed.
 */
export function renderBadge(badge: Badge): string {
  const colours = badgeColours[badge.theme]
  const duration = badge.responseTimeMs === undefined ? '' : ` | ${Math.round(badge.responseTimeMs)} ms`
  const svg = makeBadge({
    label: presentable(badge.label),
    message: `${presentable(badge.message ?? badge.status)}${duration}`,
    labelColor: colours.label,
    color: colours[badge.status],
    style: badge.style,
  })
  return badge.style === 'social' && badge.theme === 'dark' ? darkened(svg) : svg
}

/** Quotes inside texts are escaped, so only attributes match. */
const darkened = (svg: string): string =>
  svg.replaceAll(/="(#[\da-f]+)"/g, (attribute, colour: string) => `="${darkSocial[colour] ?? colour}"`)

/** XML cannot represent control characters, unpaired surrogates and the two last code points of the first plane. */
function presentable(label: string): string {
  const clean = label
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(clean)
  return characters.length <= maxLabelLength ? clean : `${characters.slice(0, maxLabelLength - 1).join('')}…`
}
