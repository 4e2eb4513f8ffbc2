import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { comparisons } from '../assertions.ts'
import { Nullable, OneOf } from '../schema.ts'
import { ResponseSchema } from './read-only.ts'
import { AlertSettingsSchema } from './alert-settings.ts'
import { RegionSchema } from './check-fields.ts'
import { inheritedFields } from './check-settings.ts'
import { answered } from './fields.ts'
import type { Fields } from './fields.ts'
import { RetryStrategySchema } from './retry-strategy.ts'

/** Which level a setting comes from; DEFAULT when none has it. */
export const settingSources = ['CHECK', 'GROUP', 'ACCOUNT', 'DEFAULT'] as const
export type SettingSource = (typeof settingSources)[number]

const Source = () => OneOf(settingSources, { description: 'Where it comes from; DEFAULT when no level sets it.' })

const Setting = <S extends TSchema>(value: S) =>
  Type.Object({
    value,
    source: Source(),
    own: Type.Optional(value),
  })

type Settings<F extends Fields> = { readonly [K in keyof F]: ReturnType<typeof Setting<F[K]>> }

/** The cast is safe because every field gets its setting. */
const settingsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, Setting(value)])) as Settings<F>

const Entry = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({
    ...properties,
    source: Source(),
    alsoIn: Type.Array(OneOf(settingSources), { description: 'Levels that have it too and do not decide.' }),
  })

const Named = () => Type.Array(Entry({ key: Type.String() }))

const Script = () =>
  Type.Object({
    snippetId: Nullable(Type.Integer(), { description: 'Null: a script of the level itself.' }),
    source: Source(),
  })

const AssertionSchema = Type.Object({
  source: Type.String(),
  comparison: OneOf(comparisons),
  property: Type.String(),
  target: Type.String(),
  regex: Nullable(Type.String()),
})

/**
 * The effective settings of a check and their sources. `own` is the setting of the check itself where another level
 * overrides it, and absent otherwise. Variables, headers and query parameters are named without their values.
 */
export const EffectiveSettingsSchema = ResponseSchema(
  Type.Object({
    checkId: Type.String(),
    group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    activated: Setting(Type.Boolean()),
    muted: Setting(Type.Boolean()),
    locations: Setting(Type.Array(RegionSchema())),
    privateLocations: Setting(Type.Array(Type.String())),
    ...settingsOf(answered(inheritedFields)),
    retryStrategy: Setting(RetryStrategySchema),
    alertSettings: Setting(AlertSettingsSchema),
    baseUrl: Setting(Nullable(Type.String({ description: 'The variable GROUP_BASE_URL.' }))),
    basicAuth: Setting(Type.Boolean({ description: 'Whether requests of an API check have credentials.' })),
    tags: Named(),
    environmentVariables: Named(),
    headers: Named(),
    queryParameters: Named(),
    assertions: Type.Array(Type.Object({ assertion: AssertionSchema, source: Source() }), {
      description: 'In the order of their evaluation.',
    }),
    setup: Type.Array(Script(), { description: 'The setup scripts of an API check, in order of execution.' }),
    tearDown: Type.Array(Script(), { description: 'The teardown scripts, in order of execution.' }),
    alertChannels: Type.Array(Entry({ channelId: Type.Integer(), name: Type.String(), activated: Type.Boolean() })),
  }),
)
export type EffectiveSettingsResource = Static<typeof EffectiveSettingsSchema>
