import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { CalendarDate, Nullable, OneOf, OneOfNumbers, Strict, Uuid } from '../schema.ts'
import { publicStates } from '../public-states.ts'
import { matching } from '../matching.ts'
import { ComponentPageSchema, ComponentPageUpdateBodySchema, unchecked } from './component-page.ts'
import { ComponentFeedSchema } from './component-feed.ts'
import { CursorList } from './cursor-list.ts'
import { componentTypes, ComponentConfigurationSchema, componentsMax, pageComponentFields } from './page-component.ts'
import { DefinedDisplayBodySchema, DefinedDisplaySchema, PageDisplayBodySchema } from './page-display.ts'
import {
  pageThemes,
  StatusPageChangeBodySchema,
  StatusPageSchema,
  themeColorNames,
  ThemeColorsSchema,
} from './status-page.ts'
import { ResponseSchema } from './read-only.ts'
import type { DefinedDisplayResource, PageDisplayBody } from './page-display.ts'
import type { StatusPageChangeBody, StatusPageResource } from './status-page.ts'

/** A component as part of a whole page: its place is that in the list. */
const DefinedComponentSchema = Strict({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'Of a component that the page has, which keeps it. Any other text stands for a new component, for `parentId` of others.',
  }),
  parentId: Type.Optional(
    Nullable(Type.String({ maxLength: 100 }), { description: 'The `id` of a GROUP in this list. Default: none.' }),
  ),
  type: Type.Optional(OneOf(componentTypes, { description: 'Default: SERVICE.' })),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  hidden: Type.Optional(Type.Boolean()),
  configuration: Type.Optional(Nullable(ComponentConfigurationSchema)),
  feed: Type.Optional(
    Nullable(ComponentFeedSchema, {
      description: 'The page of a provider that the component follows. Left out: as it was. Null: none.',
    }),
  ),
})
export type DefinedComponent = Static<typeof DefinedComponentSchema>

/** The settings of a page with components, and all its components in the order in which siblings are shown. */
const DefinitionSchema = Strict({
  page: ComponentPageUpdateBodySchema,
  components: Type.Array(DefinedComponentSchema, {
    maxItems: componentsMax,
    description: 'All of them: those that are left out are deleted.',
  }),
  display: Type.Optional(DefinedDisplayBodySchema),
})
export type PageDefinitionBody = Static<typeof DefinitionSchema>
export const PageDefinitionBodySchema = unchecked<PageDefinitionBody>(DefinitionSchema)

export const PageDefinitionSchema = ResponseSchema(
  Type.Object({
    page: ComponentPageSchema,
    components: Type.Array(
      Type.Object({
        ...pageComponentFields,
        feed: Nullable(Type.Object({ url: Type.String(), component: Nullable(Type.String()) }), {
          description: 'The page of a provider that the component follows.',
        }),
      }),
    ),
    display: DefinedDisplaySchema,
  }),
)

interface ObjectRules {
  readonly properties?: object
  readonly required?: readonly string[]
}

/** The schema of a page with cards, with how it is displayed. */
const withDisplay = (schema: TSchema, display: TSchema, required: readonly string[] = []): TSchema => {
  const rules: ObjectRules = schema
  return {
    ...rules,
    properties: { ...rules.properties, display },
    required: [...(rules.required ?? []), ...required],
  }
}

export type CardPageDefinitionBody = StatusPageChangeBody & { readonly display?: PageDisplayBody }
export const CardPageDefinitionBodySchema = Type.Unsafe<CardPageDefinitionBody>(
  withDisplay(StatusPageChangeBodySchema, PageDisplayBodySchema),
)
export const CardPageDefinitionSchema = Type.Unsafe<StatusPageResource & { readonly display: DefinedDisplayResource }>(
  withDisplay(StatusPageSchema, DefinedDisplaySchema, ['display']),
)

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const DraftColors = () =>
  Type.Optional(
    Type.Record(
      Type.String({ ...matching(`^(${themeColorNames.join('|')})$`, 'the name of a colour of the theme') }),
      Type.String({ maxLength: 100 }),
    ),
  )

/** A page that somebody is editing: values that a page cannot have are left out when it is shown. */
export const PagePreviewBodySchema = Strict({
  statusPageId: Type.Optional(
    Nullable(Uuid(), { description: 'The page whose incidents and maintenance are shown. Null: a page to come.' }),
  ),
  version: OneOfNumbers([2, 3], { description: '3: a page with components, 2: one with cards.' }),
  page: Strict({
    name: Type.String({ maxLength: 255 }),
    url: Text(63),
    description: Text(500),
    logo: Text(2048),
    logoDark: Text(2048),
    redirectTo: Text(2048),
    defaultTheme: Type.Optional(Nullable(OneOf(pageThemes))),
    themeColors: Type.Optional(Nullable(Strict({ light: DraftColors(), dark: DraftColors() }))),
    privacyPolicyLink: Text(255),
    termsOfServiceLink: Text(255),
    supportLink: Text(255),
    footerText: Text(1000),
    isPrivate: Type.Optional(Type.Boolean()),
  }),
  languages: PageDisplayBodySchema.properties.languages,
  charts: Type.Optional(
    Type.Array(Strict({ componentId: Type.String({ maxLength: 100 }), checkId: Uuid() }), {
      maxItems: componentsMax,
      description: 'Components of the list below, or services, with a chart of the response times of a check.',
    }),
  ),
  components: Type.Optional(
    Type.Array(Strict({ ...DefinedComponentSchema.properties, name: Type.String({ maxLength: 255 }) }), {
      maxItems: componentsMax,
      description: 'Of version 3.',
    }),
  ),
  cards: Type.Optional(
    Type.Array(
      Strict({
        name: Type.String({ maxLength: 255 }),
        serviceIds: Type.Array(Uuid(), { maxItems: 500 }),
      }),
      { maxItems: 100, description: 'Of version 2.' },
    ),
  ),
})
export type PagePreviewBody = Static<typeof PagePreviewBodySchema>

export const PagePreviewSchema = Type.Object({
  html: Type.String({ description: 'The document that readers would get. It runs no scripts.' }),
  themeColors: ThemeColorsSchema,
})

/** A row of a list of status pages of both versions. */
export const PageSummarySchema = Type.Object({
  id: Type.String(),
  version: OneOfNumbers([2, 3]),
  name: Type.String(),
  url: Type.String(),
  isPrivate: Type.Boolean(),
  state: OneOf(publicStates, { description: 'As readers see it.' }),
  customDomain: Nullable(Type.String()),
  domainStatus: Nullable(OneOf(['pending', 'verified', 'failed'] as const), {
    description: 'Null without a custom domain, and on pages of version 2, whose domains are not verified.',
  }),
  verifiedSubscribers: Type.Integer(),
  pendingSubscribers: Type.Integer(),
  copies: Type.Array(
    Type.Object({
      target: OneOf(['directory', 's3', 'git'] as const),
      writtenAt: Nullable(CalendarDate(), { description: 'Null before the first one.' }),
      failure: Nullable(Type.String(), { description: 'Why the last attempt failed.' }),
    }),
    { description: 'Where copies of the page are kept; empty of private pages.' },
  ),
  created_at: CalendarDate(),
  updated_at: Nullable(CalendarDate()),
})
export const PageSummaryListSchema = CursorList(PageSummarySchema)

const FeedingCheck = () => Type.Object({ id: Type.String(), name: Type.String(), activated: Type.Boolean() })

/** A service on which no check opens incidents is left out of the list. */
export const ServiceSourcesSchema = CursorList(
  Type.Object({
    serviceId: Type.String(),
    total: Type.Integer({ description: 'How many checks open incidents on the service.' }),
    checks: Type.Array(FeedingCheck(), { description: 'The first hundred by name.' }),
  }),
)

export const TaggedChecksSchema = Type.Object({
  total: Type.Integer(),
  checks: Type.Array(FeedingCheck(), { description: 'The first ten by name.' }),
})
