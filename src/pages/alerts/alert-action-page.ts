import type { AlertLinkKind, AlertLinkView } from '#notifying'
import { minuteMs } from '#kernel'
import { stylesPath } from '../error-page.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { basicStylesheet, ownStylesheet } from '../stylesheet.ts'
import { standardTheme } from '../theme.ts'

export const alertStylesheet = ownStylesheet('alert')

interface Button {
  readonly name: string
  readonly label: string
}

interface Choice {
  readonly kind: AlertLinkKind
  readonly title: string
  readonly text: string
  readonly buttons: readonly Button[]
}

const choices: readonly Choice[] = [
  {
    kind: 'acknowledge',
    title: 'Acknowledge',
    text: 'Reminders stop; you are still notified when the check recovers.',
    buttons: [{ name: 'acknowledge', label: 'Acknowledge' }],
  },
  {
    kind: 'snooze',
    title: 'Snooze',
    text: 'No alerts are sent for this check until the snooze ends. If it still fails then, a new alert is sent.',
    buttons: [
      { name: 'snooze-60', label: 'Snooze 1 hour' },
      { name: 'snooze-240', label: 'Snooze 4 hours' },
      { name: 'snooze-1440', label: 'Snooze 24 hours' },
    ],
  },
  {
    kind: 'mute',
    title: 'Mute',
    text: 'No alerts are sent for this check for a day. Afterwards alerts are sent only when its state changes.',
    buttons: [{ name: 'mute-1440', label: 'Mute 24 hours' }],
  },
]

export interface AlertActionState {
  readonly view: AlertLinkView
  /** A path of this service. */
  readonly path: string
  /** The action of the link that was followed, listed first. */
  readonly preferred: string
  /** The outcome of the last action, or why nothing was done. */
  readonly message?: string
  readonly nowMs: number
}

/** Displays the state of the check and the possible actions; each needs a click on its button. */
export function alertActionPage(pageState: AlertActionState): Page {
  const { view, message } = pageState
  const title = `${view.checkName}: ${headlines[view.status]}`
  return framed(
    title,
    html`<p class="state state-${view.status}">${headlines[view.status]}</p>
      <h1>${view.checkName}</h1>
      ${message !== undefined && html`<p class="done" role="status">${message}</p>`}
      <p>${view.status === 'over' ? 'This alert is resolved. No action is needed.' : sinceText(pageState)}</p>
      ${acknowledgedText(view)} ${view.status !== 'over' && actions(pageState)}`,
  )
}

const headlines = { failing: 'Failing', degraded: 'Degraded', over: 'Recovered' } as const

function sinceText({ view, nowMs }: AlertActionState): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(view.since)) / minuteMs))
  return `Since ${instant(view.since)}, for ${minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}.`
}

const acknowledgedText = ({ acknowledgement }: AlertLinkView): Html | null =>
  acknowledgement
    ? html`<p>Acknowledged by ${acknowledgement.by} at ${instant(new Date(acknowledgement.atMs).toISOString())}.</p>`
    : null

const actions = (pageState: AlertActionState): Html =>
  html`<form method="post" action="${pageState.path}">
    ${choices.toSorted((a, b) => Number(b.kind === pageState.preferred) - Number(a.kind === pageState.preferred)).map((choice) => section(choice, pageState))}
  </form>`

function section({ kind, title, text, buttons }: Choice, { view, preferred }: AlertActionState): Html {
  const used = view.uses.find(({ action }) => action === kind)
  return html`<section class="card ${kind === preferred ? 'preferred' : 'other'}">
    <h2>${title}</h2>
    ${
      used
        ? html`<p>Already done by ${used.usedBy} at ${instant(used.usedAt.toISOString())}.</p>`
        : html`<p>${text}</p>
            <p class="buttons">
              ${buttons.map(({ name, label }) => html`<button type="submit" name="action" value="${name}">${label}</button> `)}
            </p>`
    }
  </section>`
}

/** A readable time, in UTC. */
export const instant = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** A page without a check: the link is invalid or expired. */
export const linkNotice = (title: string, text: string): Page =>
  framed(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  )

/** A page that asks before it does what a link is for. `path` is one of this service. */
export const linkQuestion = (question: {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly path: string
}): Page =>
  framed(
    question.title,
    html`<h1>${question.title}</h1>
      <p>${question.text}</p>
      <form method="post" action="${question.path}">
        <p class="buttons"><button type="submit">${question.button}</button></p>
      </form>`,
  )

const framed = (title: string, content: Html): Page => ({
  title,
  theme: standardTheme,
  stylesheets: [basicStylesheet, alertStylesheet].map(({ fileName }) => `${stylesPath}/${fileName}`),
  isUnlisted: true,
  body: html`<main class="alert">${content}</main>`,
})
