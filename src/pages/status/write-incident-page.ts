import { languagesOf } from '#page-texts'
import type { PublicIncident, PublicPage } from '#publishing'
import type { StatusPageSources } from '../page-sources.ts'
import { writePage } from '../page.ts'
import { eventView } from './event-views.ts'
import { ordinaryUrls } from './page-urls.ts'

/** The document of the page of an incident, as readers of a status page get it, in the first of its languages. */
type WritingPages = Pick<StatusPageSources, 'publicUrl' | 'canMail' | 'languages'>

export function writeIncidentPage(
  event: PublicIncident,
  { profile }: PublicPage,
  { publicUrl, canMail, languages }: WritingPages,
): string {
  const spoken = languagesOf(profile, languages)
  const [texts] = spoken
  const urls = ordinaryUrls(profile, publicUrl)
  return writePage(eventView(event, { profile, urls, canSubscribe: canMail, texts, spoken })).text
}
