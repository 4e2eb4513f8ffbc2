import type { PublicIncident, PublicPage } from '#publishing'
import { writePage } from '../page.ts'
import { eventView } from './event-views.ts'
import { ordinaryUrls } from './page-urls.ts'
import { en } from './texts/en.ts'

/** The document of the page of an incident, as readers of a status page get it, in English. */
export const writeIncidentPage = (
  event: PublicIncident,
  { profile }: PublicPage,
  { publicUrl, canMail }: { readonly publicUrl: string; readonly canMail: boolean },
): string =>
  writePage(eventView(event, { profile, urls: ordinaryUrls(profile, publicUrl), canSubscribe: canMail, texts: en }))
    .text
