import type { PageTheme } from '#contract'
import type { Answer, Input } from '../../api/operations.ts'
import { objectOf, textAt, typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { inTreeOrder } from './part-tree.ts'

export type Version = 2 | 3
export type Definition = Answer<'getStatusPageDefinitionV3'>
export type CardPage = Answer<'getStatusPageDefinition'>
type Display = Definition['display']

/** A group or a component of a page; of a page with cards a card or a service on one. */
export interface Part {
  /** Of a part that is not saved yet: any other text. */
  readonly id: string
  readonly parentId: string | null
  readonly type: 'GROUP' | 'SERVICE'
  readonly name: string
  readonly description: string
  readonly isHidden: boolean
  readonly showsHistory: boolean
  /** Of a group: readers see what is in it without a click. */
  readonly isExpanded: boolean
  /** Of a service on a card. */
  readonly serviceId: string | null
  /** The check whose response times are shown at a component or a service. */
  readonly chartCheckId: string | null
  /** The page of a provider that it follows. */
  readonly feed: PartFeed | null
}

export interface PartFeed {
  readonly url: string
  /** The id of a component of it; null: the whole page. */
  readonly component: string | null
}

/** A page as it is edited: its settings, and its parts, each group before what is in it. */
export interface PageDraft {
  readonly settings: Body
  /** The sites that may embed it, one on each line. */
  readonly embedOrigins: string
  /** Of the installation. */
  readonly offeredLanguages: Display['offeredLanguages']
  /** Empty: all. */
  readonly languages: Display['languages']
  readonly parts: readonly Part[]
}

/** The part that subscribers know by this id: a component, or the service of a card. */
export const partWithId = (parts: readonly Part[], id: string): Part | undefined =>
  parts.find((part) => part.id === id || part.serviceId === id)

const blank = {
  description: '',
  isHidden: false,
  showsHistory: true,
  isExpanded: true,
  serviceId: null,
  chartCheckId: null,
  feed: null,
} as const

/** A part that is not saved yet. */
export const newPart = (
  parts: readonly Part[],
  fields: Pick<Part, 'parentId' | 'type' | 'name'> & Partial<Part>,
): Part => {
  const numbers = parts.map(({ id }) => Number(/^new-(\d+)$/.exec(id)?.[1] ?? 0))
  return { ...blank, id: `new-${Math.max(0, ...numbers) + 1}`, ...fields }
}

/** A language whose file is gone is in no reader's page any more. */
const displayed = ({ embedOrigins, languages, offeredLanguages }: Display) => ({
  embedOrigins: embedOrigins.join('\n'),
  languages: languages.filter((code) => offeredLanguages.some(({ language }) => language === code)),
  offeredLanguages,
})

const chartsOf = ({ charts }: Display): ReadonlyMap<string, string> =>
  new Map(charts.map(({ componentId, checkId }) => [componentId, checkId]))

export const draftOfDefinition = ({ page, components, display }: Definition): PageDraft => ({
  settings: objectOf(page),
  ...displayed(display),
  parts: inTreeOrder(
    components.map(({ id, parentId, type, name, description, hidden, configuration, feed }) => ({
      id,
      parentId,
      type,
      name,
      description: description ?? '',
      isHidden: hidden,
      showsHistory: configuration.showHistoricalData ?? true,
      isExpanded: configuration.expandedByDefault ?? false,
      serviceId: null,
      chartCheckId: chartsOf(display).get(id) ?? null,
      feed,
    })),
  ),
})

export const draftOfCards = ({ cards, display, ...page }: CardPage): PageDraft => ({
  settings: objectOf(page),
  ...displayed(display),
  parts: cards.flatMap(({ id, name, services }) => [
    { ...blank, id, parentId: null, type: 'GROUP' as const, name },
    ...services.map((service) => ({
      ...blank,
      id: `${id}/${service.id}`,
      parentId: id,
      type: 'SERVICE' as const,
      name: service.name,
      serviceId: service.id,
      chartCheckId: chartsOf(display).get(service.id) ?? null,
    })),
  ]),
})

const sharedFields = [
  'name',
  'url',
  'customDomain',
  'description',
  'logo',
  'logoDark',
  'favicon',
  'redirectTo',
  'defaultTheme',
  'themeColors',
] as const
const componentFields = [
  'privacyPolicyLink',
  'termsOfServiceLink',
  'supportLink',
  'footerText',
  'googleAnalyticsTag',
  'allowIndexing',
] as const

/** Empty texts are the same as none. */
const fieldsOf = (settings: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.map((name) => [name, settings[name] === '' ? null : settings[name]]))

const componentOf = ({ id, parentId, type, name, description, ...part }: Part) => ({
  id,
  parentId,
  type,
  name,
  description: description === '' ? null : description,
  hidden: part.isHidden,
  configuration: {
    showHistoricalData: part.showsHistory,
    ...(type === 'GROUP' && { expandedByDefault: part.isExpanded }),
  },
  ...(type === 'SERVICE' && { feed: part.feed }),
})

export const definitionBody = (draft: PageDraft): Input<'updateStatusPageDefinitionV3'>['body'] => ({
  page: typedBody({
    ...fieldsOf(draft.settings, [...sharedFields, ...componentFields]),
    ...requiredOf(draft.settings),
  }),
  components: draft.parts.map(componentOf),
  display: displayOf(draft),
})

const displayOf = ({ embedOrigins, languages, parts }: PageDraft) => ({
  embedOrigins: embedOrigins.split(/[\s,]+/).filter((origin) => origin !== ''),
  languages: [...languages],
  charts: chartsOfParts(parts),
})

const requiredOf = (settings: Body) => ({
  name: textAt(settings, 'name'),
  url: textAt(settings, 'url').toLowerCase(),
})

const cardsOf = (parts: readonly Part[]) =>
  parts
    .filter(({ type }) => type === 'GROUP')
    .map(({ id, name }) => ({
      id,
      name,
      serviceIds: parts.flatMap(({ parentId, serviceId }) => (parentId === id && serviceId !== null ? serviceId : [])),
    }))

export const cardPageBody = (draft: PageDraft): Input<'updateStatusPageDefinition'>['body'] =>
  typedBody({
    ...fieldsOf(draft.settings, sharedFields),
    ...requiredOf(draft.settings),
    cards: cardsOf(draft.parts).map(({ id, name, serviceIds }) => ({
      id,
      name,
      services: serviceIds.map((serviceId) => ({ id: serviceId })),
    })),
    display: displayOf(draft),
  })

/** The component of a chart, or its service on a card. */
const chartedId = ({ id, serviceId }: Pick<Part, 'id' | 'serviceId'>): string => serviceId ?? id

/** The charts of parts with these ids; a service that is on several cards has one. */
const chartsOfParts = (parts: readonly Part[]) =>
  [
    ...new Map(
      parts.flatMap((part) => (part.chartCheckId === null ? [] : [[chartedId(part), part.chartCheckId] as const])),
    ),
  ].map(([componentId, checkId]) => ({ componentId, checkId }))

interface Shown {
  readonly version: Version
  readonly statusPageId: string
  readonly isPrivate: boolean
  readonly theme: PageTheme
}

/** The body that the service needs to show the page as it is typed, in a theme. */
export const previewBody = (
  { settings, languages, parts }: PageDraft,
  { version, statusPageId, isPrivate, theme }: Shown,
): Input<'previewStatusPage'>['body'] => ({
  version,
  statusPageId,
  page: typedBody({
    ...fieldsOf(settings, [
      'description',
      'logo',
      'logoDark',
      'redirectTo',
      'themeColors',
      ...(version === 3 ? ['privacyPolicyLink', 'termsOfServiceLink', 'supportLink', 'footerText'] : []),
    ]),
    ...requiredOf(settings),
    defaultTheme: theme,
    isPrivate,
  }),
  languages: [...languages],
  charts: chartsOfParts(parts),
  ...(version === 3
    ? { components: parts.map(componentOf) }
    : { cards: cardsOf(parts).map(({ name, serviceIds }) => ({ name, serviceIds })) }),
})
