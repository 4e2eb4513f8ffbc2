import type { StatusPageResource } from '#contract'
import type { StatusPageView } from '#publishing'
import { presentIncident } from './status-page-incident.ts'
import { presentService } from './status-page-service.ts'

export const presentStatusPage = (
  { page, cards, openIncidents, key, newPassword }: StatusPageView,
  context: { readonly now: Date },
): StatusPageResource => ({
  id: page.id,
  accountId: page.account_id,
  name: page.name,
  url: page.url,
  customDomain: page.custom_domain,
  ...page.settings,
  cards: cards.map((card) => ({
    id: card.id,
    name: card.name,
    services: card.services.map(presentService),
    created_at: card.createdAt.toISOString(),
    updated_at: card.updatedAt?.toISOString() ?? null,
  })),
  incidents: openIncidents.map((incident) => presentIncident(incident, context)),
  isPrivate: page.is_private,
  // No page carries the name of this service.
  whiteLabel: true,
  keys:
    key === null
      ? []
      : [
          {
            id: key.id,
            maskedKey: key.masked_key,
            ...(newPassword !== null && { rawKey: newPassword }),
            created_at: key.created_at.toISOString(),
            updated_at: null,
          },
        ],
  created_at: page.created_at.toISOString(),
  updated_at: page.updated_at?.toISOString() ?? null,
})
