import type { PublicPageProfile } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { closedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import { pathTo } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import type { PageTexts } from '#page-texts'

interface Notice {
  readonly problem?: string
  readonly address?: string
}

/** The form that asks for a mail address, and its problem next to the input. */
export const mailForm = ({ urls, texts }: Framed, notice: Notice): Html =>
  addressForm(pathTo(urls, 'subscribe'), texts.subscribe, notice)

const addressForm = (
  action: string,
  words: { readonly address: string; readonly button: string },
  { problem, address }: Notice,
): Html =>
  html`<form class="by-mail" method="post" action="${action}">
    <label for="address">${words.address}</label>
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
    <button type="submit">${words.button}</button>
  </form>`

/** How a private page can be opened, and what was wrong with what the reader entered. */
export interface SignInForms {
  readonly hasPassword: boolean
  readonly hasLinks: boolean
  readonly wrongPassword?: string
  readonly wrongAddress?: Notice
}

/** The forms by which readers open a private page. */
export const unlockView = (
  profile: PublicPageProfile,
  { urls, texts }: Pick<Framed, 'urls' | 'texts'>,
  { hasPassword, hasLinks, wrongPassword, wrongAddress = {} }: SignInForms,
): Page =>
  closedPage(
    profile,
    texts,
    texts.unlock.title,
    html`<h1>${texts.unlock.title}</h1>
      ${hasPassword && passwordForm(urls, texts, wrongPassword)}
      ${hasLinks && html`${hasPassword && html`<p>${texts.unlock.or}</p>`} ${linkForm(urls, texts, wrongAddress)}`}
      ${!hasPassword && !hasLinks && html`<p>${texts.unlock.closed}</p>`}`,
  )

const passwordForm = (urls: PageUrls, texts: PageTexts, problem: string | undefined): Html =>
  html`<p>${texts.unlock.text}</p>
    <form method="post" action="${pathTo(urls, 'unlock')}">
      <label for="password">${texts.unlock.password}</label>
      ${problem !== undefined && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
      <input
        type="password"
        id="password"
        name="password"
        required
        maxlength="200"
        autocomplete="current-password"
        ${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}
      />
      <button type="submit">${texts.unlock.button}</button>
    </form>`

const linkForm = (urls: PageUrls, texts: PageTexts, notice: Notice): Html =>
  addressForm(pathTo(urls, 'sign-in'), { address: texts.signIn.address, button: texts.signIn.request }, notice)

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
