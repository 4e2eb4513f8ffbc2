import type { PublicPageProfile } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { closedPage, framedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import type { PageUrls } from './page-urls.ts'

/** How to subscribe to the page: by mail where the service can send it, by feeds where the page is public. */
export function subscribeView(
  framed: Framed,
  notice: { readonly problem?: string; readonly address?: string } = {},
): Page {
  const { profile, urls, canSubscribe } = framed
  const byMail = html`<section class="card form" aria-labelledby="by-mail">
    <h2 id="by-mail">By mail</h2>
    <form method="post" action="${urls.base}/subscribe">
      <label for="address">Email address</label>
      ${notice.problem !== undefined && html`<p class="problem" id="problem" role="alert">${notice.problem}</p>`}
      <input
        type="email"
        id="address"
        name="address"
        required
        maxlength="254"
        autocomplete="email"
        value="${notice.address ?? ''}"
        ${notice.problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}
      />
      <button type="submit">Subscribe</button>
      <p class="muted">
        You will receive an email with a link to confirm the address. Every email has an unsubscribe link.
      </p>
    </form>
  </section>`
  const feeds = html`<section class="card form" aria-labelledby="by-feed">
    <h2 id="by-feed">By feed</h2>
    <ul>
      <li><a href="${urls.base}/feed.rss">RSS</a></li>
      <li><a href="${urls.base}/feed.atom">Atom</a></li>
      <li>Slack: <code>/feed subscribe ${urls.origin}${urls.base}/slack.rss</code></li>
    </ul>
  </section>`
  const content = html`<h1>Get updates</h1>
    ${canSubscribe && byMail}${!profile.isPrivate && feeds}`
  return framedPage(framed, { title: `${profile.name}: get updates` }, content)
}

/** The same text whether or not the address was known. */
export const subscribedView = (framed: Framed): Page =>
  framedPage(
    framed,
    { title: `${framed.profile.name}: get updates` },
    html`<h1>Check your email</h1>
      <p class="lead">
        If the address is not subscribed yet, an email with a confirmation link is on its way. The link is valid for a
        day.
      </p>
      <p class="more"><a href="${framed.urls.home}">Back to the status page</a></p>`,
  )

/** The password form of a private page. */
export const unlockView = (profile: PublicPageProfile, urls: PageUrls, problem: string | null): Page =>
  closedPage(
    profile,
    'Private status page',
    html`<h1>Private status page</h1>
      <p>Enter the password to continue.</p>
      <form method="post" action="${urls.base}/unlock">
        <label for="password">Password</label>
        ${problem !== null && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
        <input
          type="password"
          id="password"
          name="password"
          required
          maxlength="200"
          autocomplete="current-password"
          ${problem !== null && html` aria-invalid="true" aria-describedby="problem"`}
        />
        <button type="submit">Open</button>
      </form>`,
  )

interface Question {
  readonly title: string
  readonly text: string
  readonly button: string
}

/** A button for the action of a link in a mail: programs that scan mails follow links but press no buttons. */
export const questionView = (profile: PublicPageProfile | null, { title, text, button }: Question): Page =>
  closedPage(
    profile,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post"><button type="submit">${button}</button></form>`,
  )

/** The outcome; the page may be deleted. */
export function answerView(
  found: { readonly page: { readonly profile: PublicPageProfile }; readonly urls: PageUrls } | null,
  notice: Omit<Question, 'button'>,
): Page {
  const back: Html | null = found && html`<p><a href="${found.urls.home}">Back to the status page</a></p>`
  return closedPage(
    found?.page.profile ?? null,
    notice.title,
    html`<h1>${notice.title}</h1>
      <p>${notice.text}</p>
      ${back}`,
  )
}
