import { readFileSync } from 'node:fs'
import type { SubscriberKind } from '#contract'
import type { PartGroup } from '#publishing'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Page } from '../../page.ts'
import { stylesPath } from '../../error-page.ts'
import { scriptText } from '../../reader-script.ts'
import { ownStylesheet } from '../../stylesheet.ts'
import { feedLinks, framedPage, slackCommand } from '../frame.ts'
import type { Framed } from '../frame.ts'
import { pathTo } from '../page-urls.ts'
import { partsField } from './chosen-parts.ts'
import { pathOfKind } from './kinds.ts'

export const subscribeStylesheet = ownStylesheet('subscribe')

const subscribeScript = scriptText('subscribe')

/** The service worker of a page, which shows what is pushed to a browser. */
export const notificationWorker = readFileSync(new URL('../../scripts/notifications.js', import.meta.url), 'utf8')

/** A form for subscribing, and what was wrong with the last attempt. */
export interface SubscribeForm {
  /** Null: readers can only follow the feeds. */
  readonly kind: SubscriberKind | null
  readonly kinds: readonly SubscriberKind[]
  readonly groups: readonly PartGroup[]
  readonly webPushKey: string
  readonly isSome?: boolean
  readonly problem?: string
  readonly address?: string
}

/** Adds what the forms of a page need to its own styles. */
export const withForms = (page: Page): Page => ({
  ...page,
  stylesheets: [...page.stylesheets, `${stylesPath}/${subscribeStylesheet.fileName}`],
})

/** How to subscribe to the page: one way with its form, the others as links, feeds where the page is public. */
export function subscribeView(framed: Framed, form: SubscribeForm): Page {
  const { profile, texts } = framed
  const { kind, kinds } = form
  const page = framedPage(
    framed,
    { title: `${profile.name}: ${texts.getUpdates}`, path: pathOfKind(kind ?? 'mail') },
    html`<h1>${texts.getUpdates}</h1>
      ${kinds.length > 1 && waysNav(framed, form)}${kind !== null && kindSection(framed, form, kind)}${
        !profile.isPrivate && feedSection(framed)
      }`,
  )
  if (kind !== 'browser') return withForms(page)
  return withForms({ ...page, script: `${subscribeScript}\n${page.script ?? ''}`, hasWorker: true })
}

const waysNav = ({ urls, texts }: Framed, { kind, kinds }: SubscribeForm): Html =>
  html`<nav class="ways" aria-label="${texts.subscription.ways}">
    ${kinds.map(
      (one) =>
        html`<a href="${pathTo(urls, pathOfKind(one))}" ${one === kind && html` aria-current="page"`}
          >${texts.subscription.kinds[one]}</a
        >`,
    )}
  </nav>`

function kindSection(framed: Framed, form: SubscribeForm, kind: SubscriberKind): Html {
  const { texts } = framed
  const about = kind === 'mail' ? texts.subscribe.about : texts.subscription.notes[kind]
  return html`<section class="form" aria-labelledby="by-kind">
    <h2 id="by-kind">${texts.subscription.kinds[kind]}</h2>
    ${kind === 'browser' ? browserForm(framed, form) : addressForm(framed, form, kind)}
    <p class="muted">${about}</p>
  </section>`
}

function addressForm({ urls, texts }: Framed, form: SubscribeForm, kind: 'mail' | 'webhook' | 'slack'): Html {
  const { problem, address = '' } = form
  const isMail = kind === 'mail'
  return html`<form class="subscribe" method="post" action="${pathTo(urls, pathOfKind(kind))}">
    <label for="address">${isMail ? texts.subscribe.address : texts.subscription.addresses[kind]}</label>
    ${problemText(problem)}
    <input
      type="${isMail ? 'email' : 'url'}"
      id="address"
      name="address"
      required
      maxlength="${isMail ? 254 : 2000}"
      autocomplete="${isMail ? 'email' : 'off'}"
      ${kind === 'slack' && html` placeholder="https://hooks.slack.com/services/…"`}
      value="${address}"
      ${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}
    />
    ${partsField(texts, { groups: form.groups, isSome: form.isSome ?? false })}
    <button type="submit">${texts.subscribe.button}</button>
  </form>`
}

/** Needs a script, which shows it and fills in what the browser answers. */
function browserForm({ urls, texts }: Framed, form: SubscribeForm): Html {
  const { subscription: words } = texts
  return html`<p data-without>${words.needsBrowser}</p>
    <form
      class="subscribe"
      method="post"
      action="${pathTo(urls, pathOfKind('browser'))}"
      hidden
      data-key="${form.webPushKey}"
      data-worker="${urls.base}/notifications.js"
      data-scope="${urls.base}/"
      data-denied="${words.denied}"
      data-failed="${words.failed}"
    >
      ${problemText(form.problem)}
      ${['endpoint', 'p256dh', 'auth'].map((name) => html`<input type="hidden" name="${name}" />`)}
      ${partsField(texts, { groups: form.groups, isSome: form.isSome ?? false })}
      <button type="submit">${words.allow}</button>
      <p role="status"></p>
    </form>`
}

const problemText = (problem: string | undefined): Html | null =>
  problem === undefined ? null : html`<p class="problem" id="problem" role="alert">${problem}</p>`

const feedSection = (framed: Framed): Html =>
  html`<section class="form" aria-labelledby="by-feed">
    <h2 id="by-feed">${framed.texts.subscribe.byFeed}</h2>
    <p class="links">${feedLinks(framed)}</p>
    <p class="muted">Slack: <code>${slackCommand(framed)}</code></p>
  </section>`

/** The same text whether or not the address was known. */
export function subscribedView(framed: Framed, kind: SubscriberKind): Page {
  const { profile, urls, texts } = framed
  const [title, text] =
    kind === 'mail' ? [texts.subscribe.sent, texts.subscribe.sentText] : texts.subscription.sent[kind]
  const content = html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    <p class="more"><a href="${urls.home}">${texts.subscribe.back}</a></p>`
  return framedPage(framed, { title: `${profile.name}: ${texts.getUpdates}`, path: pathOfKind(kind) }, content)
}
