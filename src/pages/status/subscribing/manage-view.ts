import type { PartGroup, PublicPageProfile } from '#publishing'
import { html } from '../../html.ts'
import type { Page } from '../../page.ts'
import { closedPage } from '../frame.ts'
import { pathTo } from '../page-urls.ts'
import type { PageUrls } from '../page-urls.ts'
import type { PageTexts } from '#page-texts'
import { partsField } from './chosen-parts.ts'
import { withForms } from './subscribe-view.ts'

interface Managed {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  readonly texts: PageTexts
  /** The secret part of the address of this page. */
  readonly token: string
  readonly address: string
  readonly groups: readonly PartGroup[]
  readonly isSome: boolean
  /** Why the last attempt was not accepted. */
  readonly problem?: string
  readonly isSaved?: boolean
}

/** The page on which a subscriber chooses parts of a status page, or leaves. */
export function manageView(managed: Managed): Page {
  const { profile, urls, texts, token, address, problem, isSaved = false } = managed
  const { manage } = texts.subscription
  const content = html`<h1>${manage.title}</h1>
    <div class="subscription">
      <p>${address}</p>
      ${isSaved && html`<p role="status">${manage.saved}</p>`}
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      <form class="subscribe" method="post" action="${pathTo(urls, `manage/${token}`)}">
        ${partsField(texts, managed) ?? html`<p>${texts.subscription.all}</p>`}
        <button type="submit">${manage.save}</button>
      </form>
      <p><a href="${pathTo(urls, `unsubscribe/${token}`)}">${texts.unsubscribe.button}</a></p>
      <p><a href="${urls.home}">${texts.subscribe.back}</a></p>
    </div>`
  return withForms(closedPage(profile, texts, manage.title, content))
}
