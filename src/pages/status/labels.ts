import type { PublicState } from '#publishing'
import type { PageTexts, ShownState } from '#page-texts'

const severities = ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const
const impacts = ['DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'] as const

/** How bad days of a page can be: severities of services, or impacts on components. */
export const troublesOf = ({ hasComponents }: { readonly hasComponents: boolean }) =>
  hasComponents ? impacts : severities

export const shownState = (state: PublicState, isMonitored: boolean): ShownState =>
  state === 'OPERATIONAL' && !isMonitored ? 'UNKNOWN' : state

/** Rounded down, so that only an uptime without any outage is 100%. */
export function percentText(percent: number, { locale }: PageTexts): string {
  const digits = percent === 100 ? 0 : 2
  const rounded = Math.floor(percent * 100) / 10_000
  return rounded.toLocaleString(locale, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: 2 })
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The two largest units, for example `1 h 20 min`. */
export function durationText(seconds: number, { units }: PageTexts): string {
  if (seconds < minute) return `${Math.round(seconds)} ${units.second}`
  if (seconds < hour) return `${Math.floor(seconds / minute)} ${units.minute}`
  if (seconds < day) return pair(seconds, [hour, units.hour], [minute, units.minute])
  return pair(seconds, [day, units.day], [hour, units.hour])
}

type Unit = readonly [seconds: number, name: string]

function pair(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}

/** The first names, and how many more there are. */
export function listText(names: readonly string[], max: number, texts: PageTexts): string {
  const first = names.slice(0, max).join(', ')
  return names.length > max ? texts.andMore({ names: first, count: names.length - max }) : first
}
