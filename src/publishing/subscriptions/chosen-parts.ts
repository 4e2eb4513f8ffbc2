import { Fault } from '#kernel'
import type { Store } from '#storage/database'
import { pageServices } from '../pages/page-services.ts'
import type { PlacedService } from '../pages/page-services.ts'
import type { PublicPage } from '../pages/public-page.ts'
import { publicKey } from '../pages/public-key.ts'

/** A card of a page with what readers may choose of it. */
export interface PartGroup {
  /** Null above components that are in no group. */
  readonly name: string | null
  readonly parts: readonly {
    /** Names it to browsers. */
    readonly key: string
    readonly name: string
    readonly isChosen: boolean
  }[]
}

/** The parts of a page that readers may choose, in the order of display, marked when these ids name them or their group. */
export async function partsToChoose(
  store: Store,
  page: PublicPage,
  chosen: readonly string[] = [],
): Promise<readonly PartGroup[]> {
  const ids = new Set(chosen)
  const { cards } = await pageServices(store, page)
  return cards
    .filter(({ services }) => services.length > 0)
    .map(({ name, services }) => ({
      name,
      parts: services.map((service) => ({
        key: publicKey(service.id),
        name: service.name,
        isChosen: [service.id, ...service.groupIds].some((id) => ids.has(id)),
      })),
    }))
}

/** The ids of the services or components with these keys. Throws COMPONENT_UNKNOWN when the page has none of them. */
export async function idsOfChosen(store: Store, page: PublicPage, keys: readonly string[]): Promise<string[]> {
  const { cards } = await pageServices(store, page)
  const found = cards.flatMap(({ services }) => services).filter(({ id }) => keys.includes(publicKey(id)))
  if (found.length === 0) throw new Fault('COMPONENT_UNKNOWN', { values: { componentId: keys[0] ?? '' } })
  return uniqueIds(found)
}

const uniqueIds = (services: readonly PlacedService[]): string[] => [...new Set(services.map(({ id }) => id))]
