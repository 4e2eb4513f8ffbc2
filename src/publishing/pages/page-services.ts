import { listComponents, listPageServices } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { PageServiceRow } from '#storage/status-pages'
import { arrangeComponents } from './arrange-components.ts'
import type { PublicPage } from './public-page.ts'

/** A service of a card, or a component of a group. */
export interface PlacedService {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly showsHistory: boolean
  readonly createdAt: Date
  /** The groups that contain it. */
  readonly groupIds: readonly string[]
}

/** A part of a page with its services, in the order of display. */
export interface PlacedCard {
  /** Null of components that are in no group. */
  readonly id: string | null
  /** Null above components that are in no group. */
  readonly name: string | null
  readonly description: string | null
  readonly isFolded: boolean
  readonly showsHistory: boolean
  readonly services: readonly PlacedService[]
}

/** The services of a page: their order, and their names by id. */
export interface PageServices {
  readonly cards: readonly PlacedCard[]
  readonly ids: readonly string[]
  readonly nameOf: ReadonlyMap<string, string>
}

/** The cards of a page with their services, or its groups with their components that readers may see; one statement. */
export async function pageServices(store: Store, page: PublicPage): Promise<PageServices> {
  const cards = page.cards ?? (await storedCards(store, page))
  const nameOf = new Map(
    cards.flatMap(({ services }) => services.map((service) => [service.id, service.name] as const)),
  )
  return { cards, ids: [...nameOf.keys()], nameOf }
}

const storedCards = async ({ db }: Store, { accountId, id, profile }: PublicPage): Promise<PlacedCard[]> =>
  profile.hasComponents
    ? arrangeComponents(await listComponents(db, { accountId, statusPageId: id }))
    : cardsOf(await listPageServices(db, accountId, id))

const cardsOf = (rows: readonly PageServiceRow[]): PlacedCard[] =>
  [...Map.groupBy(rows, ({ cardPosition }) => cardPosition).values()].map((ofCard) => ({
    id: ofCard[0]?.cardId ?? null,
    name: ofCard[0]?.cardName ?? '',
    description: null,
    isFolded: false,
    showsHistory: true,
    services: ofCard.flatMap(serviceOf),
  }))

const serviceOf = ({ serviceId: id, serviceName: name, serviceCreatedAt }: PageServiceRow): PlacedService[] =>
  id === null || name === null
    ? []
    : [{ id, name, description: null, showsHistory: true, createdAt: serviceCreatedAt ?? new Date(0), groupIds: [] }]
