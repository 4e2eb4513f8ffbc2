import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, OneOf, Strict } from '../schema.ts'
import { CursorList } from './cursor-list.ts'
import { unchecked } from './component-page.ts'
import { componentsMax } from './page-component.ts'
import { componentImpacts } from './page-incident.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { ResponseSchema } from './read-only.ts'
import { incidentTextLengthMax } from './status-page-incident.ts'

const Text = (description: string) => Type.String({ minLength: 1, maxLength: incidentTextLengthMax, description })
const defaultCoolDownMinutes = 5
const longestCoolDownMinutes = 1440

/** By which alerts open and resolve incidents. A field that is left out is reset to its default. */
export const AutomationRuleBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Also the name of its incidents.' }),
  firstUpdate: Text('The update that opens an incident.'),
  lastUpdate: Text('The update that resolves it.'),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Checks match that have one of these tags, or whose group has.',
  }),
  enabled: Type.Optional(Nullable(Type.Boolean(), { default: true })),
  notifySubscribers: Type.Optional(
    Nullable(Type.Boolean(), { default: true, description: 'Mail the subscribers about its updates.' }),
  ),
  coolDownWindowMinutes: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: longestCoolDownMinutes }), {
      default: defaultCoolDownMinutes,
      description: 'For so long after a resolution another failure reopens the incident instead of opening a new one.',
    }),
  ),
  components: Type.Optional(
    Type.Array(
      Strict({
        componentId: Type.String({ minLength: 1, maxLength: 100 }),
        targetImpact: OneOf(componentImpacts),
      }),
      { maxItems: componentsMax, default: [], description: 'How its incidents affect components.' },
    ),
  ),
})
export type AutomationRuleBody = Static<typeof AutomationRuleBodySchema>
export const AutomationRuleUpdateBodySchema = unchecked<AutomationRuleBody>(AutomationRuleBodySchema)

export const AutomationRuleSchema = ResponseSchema(
  Type.Object({
    id: Type.String(),
    statusPageId: Type.String(),
    incidentId: Nullable(Type.String(), { description: 'Of its open incident.' }),
    name: Type.String(),
    firstUpdate: Type.String(),
    lastUpdate: Type.String(),
    tags: Type.Array(Type.String()),
    enabled: Type.Boolean(),
    notifySubscribers: Type.Boolean(),
    coolDownWindowMinutes: Type.Integer(),
    components: Type.Array(
      Type.Object({ id: Type.String(), componentId: Type.String(), targetImpact: OneOf(componentImpacts) }),
    ),
    created_at: CalendarDate(),
    updated_at: Nullable(CalendarDate()),
    projectBindings: Type.Optional(ProjectBindingsSchema('status-page-automation-rule')),
  }),
)
export type AutomationRuleResource = Static<typeof AutomationRuleSchema>
export const AutomationRuleListSchema = CursorList(AutomationRuleSchema)
