import { groupDepthMax } from '#contract'
import type { PageComponentRow } from '#storage/status-pages'
import type { PlacedCard, PlacedService } from './page-services.ts'

type Component = Pick<
  PageComponentRow,
  'id' | 'parentId' | 'type' | 'name' | 'description' | 'displayOrder' | 'hidden' | 'configuration' | 'createdAt'
>

/** A group on the way down, with the names of those around it: the innermost, since a draft can have too many. */
interface Within {
  readonly names: readonly string[]
  readonly ids: readonly string[]
}

/**
 * The components of a page that readers may see, in the order of display: a card for each group, a group inside
 * another one behind it, and a card without a name for services beside each other that are in no group.
 */
export function arrangeComponents(components: readonly Component[]): PlacedCard[] {
  const shown = components.filter(({ hidden }) => !hidden).toSorted(byOrder)
  const childrenOf = Map.groupBy(shown, ({ parentId }) => parentId)
  const cardsIn = (parentId: string | null, within: Within): PlacedCard[] =>
    partsOf(childrenOf.get(parentId) ?? []).flatMap((part) =>
      'group' in part
        ? groupCards(part.group, within)
        : parentId === null
          ? [cardWithout(part.services.map((service) => placed(service, within)))]
          : [],
    )
  const groupCards = (group: Component, { names, ids }: Within): PlacedCard[] => {
    const within = { names: [...names, group.name].slice(-groupDepthMax), ids: [...ids, group.id] }
    const services = (childrenOf.get(group.id) ?? []).filter(({ type }) => type === 'SERVICE')
    const card = cardOf(
      group,
      within,
      services.map((service) => placed(service, within)),
    )
    const inner = cardsIn(group.id, within)
    return services.length === 0 && inner.length > 0 ? inner : [card, ...inner]
  }
  return cardsIn(null, { names: [], ids: [] })
}

const byOrder = (a: Component, b: Component): number =>
  a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : Number(a.id > b.id))

type Part = { readonly group: Component } | { readonly services: Component[] }

/** The groups among siblings, and the services between them. */
function partsOf(siblings: readonly Component[]): Part[] {
  const parts: Part[] = []
  for (const component of siblings) {
    const last = parts.at(-1)
    if (component.type === 'GROUP') parts.push({ group: component })
    else if (last !== undefined && 'services' in last) last.services.push(component)
    else parts.push({ services: [component] })
  }
  return parts
}

const placed = ({ id, name, description, configuration, createdAt }: Component, { ids }: Within): PlacedService => ({
  id,
  name,
  description,
  showsHistory: configuration.showHistoricalData,
  createdAt,
  groupIds: ids,
})

const cardOf = (
  { id, description, configuration }: Component,
  { names }: Within,
  services: readonly PlacedService[],
): PlacedCard => ({
  id,
  name: names.join(' / '),
  description,
  isFolded: configuration.expandedByDefault !== true,
  showsHistory: configuration.showHistoricalData,
  services,
})

const cardWithout = (services: readonly PlacedService[]): PlacedCard => ({
  id: null,
  name: null,
  description: null,
  isFolded: false,
  showsHistory: false,
  services,
})
