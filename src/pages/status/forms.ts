import type { PublicPageProfile } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { closedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import { pathTo } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import type { PageTexts } from './texts/page-texts.ts'

interface Notice {
  readonly problem?: string
  readonly address?: string
}

/** The form that asks for a mail address, and its problem next to the input. */
export const mailForm = ({ urls, texts }: Framed, { problem, address }: Notice): Html =>
  html`<form class="by-mail" method="post" action="${pathTo(urls, 'subscribe')}">
    <label for="address">${texts.subscribe.address}</label>
    ${problem !== undefined && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
    <input
      type="email"
      id="address"
      name="address"
      required
      maxlength="254"
      autocomplete="email"
      value="${address ?? ''}"
      ${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}
    />
    <button type="submit">${texts.subscribe.button}</button>
  </form>`

/** The password form of a private page. */
export const unlockView = (
  profile: PublicPageProfile,
  { urls, texts }: Pick<Framed, 'urls' | 'texts'>,
  problem: string | null,
): Page =>
  closedPage(
    profile,
    texts,
    texts.unlock.title,
    html`<h1>${texts.unlock.title}</h1>
      <p>${texts.unlock.text}</p>
      <form method="post" action="${pathTo(urls, 'unlock')}">
        <label for="password">${texts.unlock.password}</label>
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
        <button type="submit">${texts.unlock.button}</button>
      </form>`,
  )

interface Question {
  readonly title: string
  readonly text: string
  readonly button: string
}

/** A button for the action of a link in a mail: programs that scan mails follow links but press no buttons. */
export const questionView = (
  profile: PublicPageProfile | null,
  texts: PageTexts,
  { title, text, button }: Question,
): Page =>
  closedPage(
    profile,
    texts,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post"><button type="submit">${button}</button></form>`,
  )

/** The outcome; the page may be deleted. */
export function answerView(
  found: { readonly page: { readonly profile: PublicPageProfile }; readonly urls: PageUrls } | null,
  texts: PageTexts,
  { title, text }: Omit<Question, 'button'>,
): Page {
  const back: Html | null = found && html`<p><a href="${found.urls.home}">${texts.subscribe.back}</a></p>`
  return closedPage(
    found?.page.profile ?? null,
    texts,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${back}`,
  )
}
