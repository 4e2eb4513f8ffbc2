import type { StatusPageResource } from '#contract'
import type { StatusPageView } from '#publishing'
import { presentPageKeys } from './page-keys.ts'
import { presentIncident } from './status-page-incident.ts'
import { presentService } from './status-page-service.ts'
import { stampsOf } from './stamps.ts'

export const presentStatusPage = (
  { page, cards, openIncidents, key, newPassword }: StatusPageView,
  context: { readonly now: Date },
): StatusPageResource => ({
  id: page.id,
  accountId: page.accountId,
  name: page.name,
  url: page.url,
  customDomain: page.customDomain,
  ...page.settings,
  cards: cards.map((card) => ({
    id: card.id,
    name: card.name,
    services: card.services.map(presentService),
    ...stampsOf(card),
  })),
  incidents: openIncidents.map((incident) => presentIncident(incident, context)),
  isPrivate: page.isPrivate,
  // No page carries the name of this service.
  whiteLabel: true,
  keys: presentPageKeys({ key, newPassword }),
  ...stampsOf(page),
})
