import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { ShownState } from '#page-texts'

const check = html`<circle cx="10" cy="10" r="9" /><path class="cut" d="m5.8 10.4 2.9 2.9 5.6-6" />`
const wrench = html`<rect x="1" y="1" width="18" height="18" rx="5" /><path class="cut" d="M10 5.2V10l3.2 2.2" />`
const drop = html`<circle cx="10" cy="10" r="9" /><path class="cut" d="M5.5 10h9" />`
const triangle = html`<path d="M10 1.2 19.3 18H.7Z" /><path class="cut" d="M10 7.2v4.6M10 14.6v.2" />`
const octagon = html`<path d="M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3Z" /><path
    class="cut"
    d="M10 5.4v5.4M10 14v.2"
  />`
const diamond = html`<path d="M10 .5 19.5 10 10 19.5.5 10Z" /><path class="cut" d="M10 5.6v5M10 13.8v.2" />`
const cross = html`<path d="M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3Z" /><path
    class="cut"
    d="m6.8 6.8 6.4 6.4m0-6.4-6.4 6.4"
  />`

/** A different shape for every look, so that colour is not needed to distinguish them. */
const shapes = {
  unknown: diamond,
  operational: check,
  maintenance: wrench,
  minor: drop,
  medium: triangle,
  major: octagon,
  critical: cross,
}

/** Short, as it is written hundreds of times. */
const idOf = (look: string): string => `i${Object.keys(shapes).indexOf(look)}`

/** The shapes that the icons of a page refer to: a page has many, and each shape once. */
export const iconShapes: Html = html`<svg width="0" height="0" aria-hidden="true">
  ${Object.entries(shapes).map(([look, shape]) => html`<symbol id="${idOf(look)}" viewBox="0 0 20 20">${shape}</symbol>`)}
</svg>`

/** Decorative: the text next to it says the same. */
export const stateIcon = (state: ShownState): Html =>
  html`<svg class="icon ${stateClass(state)}" aria-hidden="true"><use href="#${idOf(stateClass(state))}" /></svg>`

/** The same within an element of the class `state`, which a page has hundreds of. */
export const stateMark = (state: ShownState): Html =>
  html`<svg aria-hidden="true"><use href="#${idOf(stateClass(state))}" /></svg>`

/** Impacts look like the severities that are as bad. */
const looks: { readonly [S in ShownState]?: string } = {
  UNDER_MAINTENANCE: 'maintenance',
  DEGRADED_PERFORMANCE: 'minor',
  PARTIAL_OUTAGE: 'major',
  MAJOR_OUTAGE: 'critical',
}

/** The shape of a look, 20 units wide and high. */
export const shapeOf = (look: string): Html => Object.entries(shapes).find(([name]) => name === look)?.[1] ?? diamond

export const stateClass = (state: ShownState): string => looks[state] ?? state.toLowerCase()
