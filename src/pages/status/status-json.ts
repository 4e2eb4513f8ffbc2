import type { PublicEvent, PublicStatusPage } from '#publishing'

/** The page as data, field by field. The fields are documented in docs/status-pages.md. */
export function statusJson(page: PublicStatusPage): string {
  const { profile, at, state, cards, openIncidents, activeMaintenances, upcomingMaintenances, recent } = page
  return JSON.stringify({
    page: {
      name: profile.name,
      url: profile.url,
      description: profile.description,
      customDomain: profile.customDomain,
    },
    at,
    state,
    cards: cards.map((card) => ({
      name: card.name,
      ...(profile.hasComponents && { description: card.description, state: card.state }),
      uptimePercent: card.uptimePercent,
      services: card.services.map((service) => ({
        name: service.name,
        ...(profile.hasComponents && { description: service.description }),
        state: service.state,
        isMonitored: service.isMonitored,
        ...(service.provider !== null && { provider: service.provider }),
        uptimePercent: service.uptimePercent,
        recordedDays: service.recordedDays,
        days: service.days,
      })),
    })),
    openIncidents: openIncidents.map(eventJson),
    activeMaintenances: activeMaintenances.map(eventJson),
    upcomingMaintenances: upcomingMaintenances.map(eventJson),
    recent: recent.map(eventJson),
  })
}

/** The types of events are public as they are. */
export const eventJson = (event: PublicEvent): PublicEvent => event
