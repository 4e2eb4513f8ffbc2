import type { PublicStatusPage } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { durationText, listText, shownState } from './labels.ts'
import type { PageTexts, ShownState } from '#page-texts'
import { moment } from './times.ts'

type Trouble = 'down' | 'partlyDown' | 'affected' | 'maintained'

/** Worst first. */
const troubles: readonly (readonly [Trouble, readonly ShownState[]])[] = [
  ['down', ['CRITICAL', 'MAJOR_OUTAGE']],
  ['partlyDown', ['MAJOR', 'PARTIAL_OUTAGE']],
  ['affected', ['MEDIUM', 'MINOR', 'DEGRADED_PERFORMANCE']],
  ['maintained', ['MAINTENANCE', 'UNDER_MAINTENANCE']],
]
const namesMax = 2
const troublesMax = 2

/** The state of a page: what nothing monitors is not operational. */
export const stateOf = ({ cards, state }: PublicStatusPage): ShownState =>
  shownState(
    state,
    cards.every(({ services }) => services.every(({ isMonitored }) => isMonitored)),
  )

/** The trouble in the words of the page: `Ordering is down, Checkout is affected`. */
export function headline(page: PublicStatusPage, texts: PageTexts): string {
  const services = page.cards.flatMap((card) => card.services)
  const said = troubles.flatMap(([trouble, states]) => {
    const names = [...new Set(services.filter(({ state }) => states.includes(state)).map(({ name }) => name))]
    return names.length === 0
      ? []
      : [texts.headline[trouble]({ names: listText(names, namesMax, texts), count: names.length })]
  })
  if (said.length > 0) return said.slice(0, troublesMax).join(', ')
  if (page.cards.length === 0 && page.state === 'OPERATIONAL') return texts.noKnownIncidents
  return texts.pageStates[stateOf(page)]
}

/** Since when, and that the rest works; without trouble the time of the page. */
export function subline(page: PublicStatusPage, texts: PageTexts): Html {
  const [worst] = page.openIncidents
  const { since, asOf, others } = texts.headline
  if (worst === undefined) return html`${asOf} ${moment(page.at, texts)}`
  const services = page.cards.flatMap((card) => card.services)
  const working = services.filter(({ state, isMonitored }) => shownState(state, isMonitored) === 'OPERATIONAL').length
  const affected = services.some(({ state }) => state !== 'OPERATIONAL')
  const rest = !affected || working === 0 ? '' : others({ count: working })
  const seconds = Math.max(0, (page.at.getTime() - worst.startsAt.getTime()) / 1000)
  return html`${since} ${moment(worst.startsAt, texts)}, ${durationText(seconds, texts)}. ${rest}`
}
