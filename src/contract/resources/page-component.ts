import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, OneOf, Strict } from '../schema.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { ResponseSchema } from './read-only.ts'
import { CursorList } from './cursor-list.ts'
import { OptionalText, unchecked } from './component-page.ts'

/** A SERVICE has a state; a GROUP contains other components. */
export const componentTypes = ['SERVICE', 'GROUP'] as const
export type ComponentType = (typeof componentTypes)[number]

/** Of how many components a page may consist: each has ninety days on it. */
export const componentsMax = 500
/** How many groups can be around each other. */
export const groupDepthMax = 4

const largestOrder = 2_147_483_647

export const ComponentConfigurationSchema = Strict({
  showHistoricalData: Type.Optional(
    Type.Boolean({ default: true, description: 'Show the uptime and the past 90 days.' }),
  ),
  expandedByDefault: Type.Optional(
    Type.Boolean({ default: false, description: 'Of a GROUP: show its components without a click.' }),
  ),
})
export type ComponentConfiguration = Static<typeof ComponentConfigurationSchema>

/** A component of a status page, as it is written. A field that is left out is reset to its default. */
export const PageComponentBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  displayOrder: Type.Integer({
    minimum: -largestOrder,
    maximum: largestOrder,
    description: 'Place among the components with the same parent; the lowest is first.',
  }),
  type: Type.Optional(Nullable(OneOf(componentTypes), { default: 'SERVICE' })),
  description: OptionalText(500),
  hidden: Type.Optional(
    Nullable(Type.Boolean(), {
      default: false,
      description: 'Readers do not see it, nor what is in it. Incidents can still be about it.',
    }),
  ),
  parentId: Type.Optional(
    Nullable(Type.String({ maxLength: 100 }), { default: null, description: 'A GROUP of the same page.' }),
  ),
  configuration: Type.Optional(Nullable(ComponentConfigurationSchema, { default: null })),
})
export type PageComponentBody = Static<typeof PageComponentBodySchema>
export const PageComponentUpdateBodySchema = unchecked<PageComponentBody>(PageComponentBodySchema)

export const pageComponentFields = {
  id: Type.String(),
  statusPageId: Type.String(),
  parentId: Nullable(Type.String()),
  type: OneOf(componentTypes),
  name: Type.String(),
  description: Nullable(Type.String()),
  displayOrder: Type.Integer(),
  hidden: Type.Boolean(),
  configuration: ComponentConfigurationSchema,
  created_at: CalendarDate(),
  updated_at: Nullable(CalendarDate()),
  projectBindings: Type.Optional(ProjectBindingsSchema('status-page-component')),
}
export const PageComponentSchema = ResponseSchema(Type.Object(pageComponentFields))
export type PageComponentResource = Static<typeof PageComponentSchema>
export const PageComponentListSchema = CursorList(PageComponentSchema)
