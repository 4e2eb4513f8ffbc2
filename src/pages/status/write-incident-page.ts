import type { PublicIncident, PublicPage } from '#publishing'
import { writePage } from '../page.ts'
import { eventView } from './event-views.ts'
import { ordinaryUrls } from './page-urls.ts'
import { firstLanguageOf } from './texts/languages.ts'

/** The document of the page of an incident, as readers of a status page get it, in the first of its languages. */
export function writeIncidentPage(
  event: PublicIncident,
  { profile }: PublicPage,
  { publicUrl, canMail }: { readonly publicUrl: string; readonly canMail: boolean },
): string {
  const texts = firstLanguageOf(profile)
  return writePage(eventView(event, { profile, urls: ordinaryUrls(profile, publicUrl), canSubscribe: canMail, texts }))
    .text
}
