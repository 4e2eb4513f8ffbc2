import Type from 'typebox'
import { described, notesOf } from '../forms/field-edit.ts'
import type { FieldNotes } from '../forms/field-edit.ts'
import { Nullable } from '../schema.ts'
import { defaultsOf, namesOf, nullByDefault } from './fields.ts'
import type { ValuesOf } from './fields.ts'
import { RuntimeIdSchema } from './runtime.ts'

/** Settings that only a check has. */
const ownSettings = {
  doubleCheck: described(
    Type.Optional(Type.Boolean({ default: true, deprecated: true, description: 'Use retryStrategy.' })),
    { construct: null },
  ),
  shouldFail: described(
    Type.Optional(Type.Boolean({ default: false, description: 'Inverts what counts as failure.' })),
    { section: 'limits', text: 'a failing response is expected (API, URL and TCP)' },
  ),
  description: described(Type.Optional(Nullable(Type.String({ maxLength: 500 }), { default: null })), {
    section: 'general',
    control: 'prose',
    rows: 2,
    construct: null,
    text: 'at most 500 characters',
  }),
  displayName: described(
    Type.Optional(
      Nullable(Type.String({ maxLength: 255 }), {
        default: null,
        description: 'Its name on public dashboards. Null: its own name.',
      }),
    ),
    {
      section: 'general',
      construct: null,
      text: 'its name for readers of [dashboards](dashboards.md); null or empty: `name`',
    },
  ),
  useGlobalAlertSettings: described(
    Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the alert settings of the account apply instead.' }),
    ),
    { isAccountDefault: true, text: 'true: the [alert settings](alerts.md) of the account apply instead' },
  ),
  aiAutoRepairEnabled: Type.Optional(Nullable(Type.Boolean(), { default: null })),
}

/** Settings that a group can set for its checks; null there: each check keeps its own. */
export const inheritedSettings = {
  runtimeId: described(Type.Optional(RuntimeIdSchema()), {
    section: 'request',
    control: 'runtime',
    isAdvanced: true,
    code: ['around request', 'test file', 'prompt', 'suite'],
    inherited: 'FALLBACK',
    isAccountDefault: true,
    text: 'the [runtime](runtimes.md) of its scripts; null: that of the account',
  }),
}

/**
 * Settings of checks of every type that are stored as they are sent and read as they are stored. One that is added here
 * is in bodies, answers, forms, documents and code without another line.
 */
export const plainSettings = { ...ownSettings, ...inheritedSettings }
export type PlainSettings = ValuesOf<typeof plainSettings>
export const plainSettingNames = namesOf(plainSettings)
/** The defaults of a check. */
export const defaultPlainSettings: PlainSettings = defaultsOf(plainSettings)

/** The fields that checks inherit as a whole from their group. */
export const inheritedFields = {
  runParallel: described(
    Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether every run covers all locations, instead of the next one of them.',
      }),
    ),
    {
      section: 'schedule',
      inherited: 'REPLACE',
      isAccountDefault: true,
      text: 'true: every run covers all locations; false: each run uses the next location',
    },
  ),
  ...inheritedSettings,
}
export type InheritedSetting = keyof typeof inheritedSettings
export type InheritedField = keyof typeof inheritedFields
export const inheritedSettingNames = namesOf(inheritedSettings)
export const inheritedFieldNames = namesOf(inheritedFields)
export type InheritedValues = ValuesOf<typeof inheritedFields>
/** In groups; null where a group leaves it to its checks. */
export type GroupedValues = { readonly [K in InheritedField]: InheritedValues[K] | null }
export const nothingInherited: GroupedValues = defaultsOf(nullByDefault(inheritedFields))
export const inheritedDefaults: InheritedValues = defaultsOf(inheritedFields)
export const isInherited = (name: string): name is InheritedField => name in inheritedFields
export const inheritanceOf = (name: InheritedField): FieldNotes['inherited'] => notesOf(inheritedFields[name]).inherited
