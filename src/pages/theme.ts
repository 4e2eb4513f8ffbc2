import { themeColorNames } from '#contract'
import type { PageTheme, SomeThemeColors, ThemeColors } from '#contract'

type Colors = ThemeColors['light']

const color = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

const standardLight: Colors = {
  bodyBackgroundColor: '#f6f7f9',
  headerBackgroundColor: '#ffffff',
  headerFontColor: '#14181f',
  titleFontColor: '#14181f',
  bodyFontColor: '#2b323d',
  bodyFontColorMuted: '#5b6472',
  navigationFontColor: '#3c4552',
  linkFontColor: '#1257c2',
  cardBackgroundColor: '#ffffff',
  borderColor: '#dfe3e9',
  primaryButtonBackgroundColor: '#1257c2',
  primaryButtonFontColor: '#ffffff',
}

const standardDark: Colors = {
  bodyBackgroundColor: '#0e1116',
  headerBackgroundColor: '#151a21',
  headerFontColor: '#f2f4f8',
  titleFontColor: '#f2f4f8',
  bodyFontColor: '#d5dae2',
  bodyFontColorMuted: '#98a2b1',
  navigationFontColor: '#c3cad5',
  linkFontColor: '#7db2ff',
  cardBackgroundColor: '#151a21',
  borderColor: '#2a313c',
  primaryButtonBackgroundColor: '#2f6fe0',
  primaryButtonFontColor: '#ffffff',
}

/** The colours of a page as it is shown: its own valid ones, and the default ones. */
export const shownColors = (colors: SomeThemeColors | null): ThemeColors => ({
  light: completed(colors?.light, standardLight),
  dark: completed(colors?.dark, standardDark),
})

const completed = (colors: Partial<Colors> = {}, defaults: Colors): Colors => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(colors).filter(([, value]) => color.test(value))),
})

export interface Theme {
  readonly mode: PageTheme
  /** Those that are missing are the default ones. */
  readonly colors: SomeThemeColors | null
}

export const standardTheme: Theme = { mode: 'AUTO', colors: null }

/**
 * The colours as custom properties of CSS, `--body-background-color` and so on. AUTO follows the reader's system, LIGHT
 * and DARK do not. Invalid colours are replaced by the default ones.
 */
export function themeStyle({ mode, colors }: Theme): string {
  const light = propertiesOf('light', colors?.light ?? standardLight, standardLight)
  const dark = propertiesOf('dark', colors?.dark ?? standardDark, standardDark)
  if (mode === 'LIGHT') return `:root{${light}}`
  if (mode === 'DARK') return `:root{${dark}}`
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`
}

/** The colours of states are not part of a theme; each scheme has its own, readable on its cards. */
const stateColors = {
  light: {
    operational: '#1a7f4b',
    maintenance: '#3f5fd9',
    minor: '#8a6100',
    medium: '#b45309',
    major: '#c2410c',
    critical: '#c01f2f',
  },
  dark: {
    operational: '#3ecf8e',
    maintenance: '#8ea6ff',
    minor: '#f2c94c',
    medium: '#fbaa5c',
    major: '#ff8552',
    critical: '#ff6b76',
  },
} as const

function propertiesOf(scheme: 'light' | 'dark', colors: Partial<Colors>, defaults: Colors): string {
  const own = themeColorNames.map((name) => {
    const value = colors[name]
    return `--${dashed(name)}:${value !== undefined && color.test(value) ? value : defaults[name]}`
  })
  const states = Object.entries(stateColors[scheme]).map(([name, value]) => `--${name}-color:${value}`)
  return [`color-scheme:${scheme}`, ...own, ...states].join(';')
}

const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The colour of a state, `critical` and so on; undefined for what has none. */
export const stateColor = (scheme: 'light' | 'dark', look: string): string | undefined =>
  Object.entries(stateColors[scheme]).find(([name]) => name === look)?.[1]

/** The ground of white text about a state. */
export const bannerColor = (look: string): string => stateColor('light', look) ?? stateColors.light.critical
