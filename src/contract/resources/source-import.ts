import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { maxProjectResources } from './project.ts'
import { DeploymentPlanSchema } from './project-plan.ts'
import { VariableCreateBodySchema } from './environment-variable.ts'

/** A tool that checks can be imported from. */
export const ImportSourceSchema = Type.Object({
  name: Type.String({ examples: ['urls'] }),
  title: Type.String(),
  takes: Type.String({ description: 'Which files it takes.' }),
  importedChecks: Type.Integer({ description: 'How many checks of the account were imported from it.' }),
  api: Nullable(
    Type.Object({
      key: Type.String({ description: 'Which key it takes, and where it is found.' }),
      address: Type.String({
        description: 'Where the API is, unless another address is named. An example where `isForStates` is true.',
      }),
      isForStates: Type.Boolean({
        description:
          'It has the states of checks alone: it is read besides files, at an address that is named, with a key if it asks for one.',
      }),
    }),
    { description: 'Null: it is read from files alone.' },
  ),
})
export type ImportSourceResource = Static<typeof ImportSourceSchema>

const Text = (maxLength: number) => Type.String({ maxLength })

const maxImportFiles = 1000

/** Files of a tool or a key of its API, and the choices that none of them makes. */
export const ImportReadBodySchema = Strict({
  files: Type.Optional(
    Type.Array(
      Strict({
        path: Type.String({ minLength: 1, maxLength: 1000 }),
        content: Type.String({ description: 'The bytes of the file in base64.' }),
      }),
      { minItems: 1, maxItems: maxImportFiles, description: 'Required without `api`.' },
    ),
  ),
  api: Type.Optional(
    Strict(
      {
        key: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2000,
            description: 'Used for this request, and not stored. Required unless the API is for states.',
          }),
        ),
        address: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 500,
            description:
              'An address of the tool by HTTPS; default: that of the source. Of a tool that people run themselves any address that checks may go to.',
          }),
        ),
      },
      { description: 'Reads the API of the tool: in place of files, or besides them where it is for states.' },
    ),
  ),
  location: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'Where checks run whose place the files do not name: a region, or the slug name of a private location.',
    examples: ['eu-west-1'],
  }),
  locations: Type.Optional(
    Type.Record(Text(255), Text(100), { description: 'Locations by the names of places in the files.' }),
  ),
  environment: Type.Optional(
    Type.Record(Text(255), Text(65_536), { description: 'Values of placeholders such as `${NAME}`.' }),
  ),
})
export type ImportReadBody = Static<typeof ImportReadBodySchema>

export const importFates = ['exact', 'approximated', 'impossible', 'ignored', 'unknown'] as const
export type ImportFate = (typeof importFates)[number]

const ReportLineSchema = Type.Object({
  item: Type.String({ description: 'As the source calls it.' }),
  field: Type.String({ description: 'As the source calls it; empty for the item as a whole.' }),
  fate: OneOf(importFates, {
    description:
      'ignored: it changes nothing that matters here. unknown: it was not read, because this version does not know it.',
  }),
  note: Type.String({ description: 'What differs and why, or why it is impossible and what to do.' }),
})
export type ImportReportLine = Static<typeof ReportLineSchema>

const sections = [
  'checks',
  'groups',
  'alertChannels',
  'maintenanceWindows',
  'privateLocations',
  'statusPageServices',
  'statusPages',
] as const

export const importStates = ['up', 'down', 'paused', 'unknown'] as const

const maxReason = 2000
const stateFields = {
  state: Type.Optional(OneOf(importStates, { description: 'That the source knew last; of checks.' })),
  reason: Type.Optional(Type.String({ maxLength: maxReason, description: 'Why, as the source says.' })),
}

const ImportedResourceSchema = Strict({
  section: OneOf(sections),
  logicalId: Type.String({ minLength: 1, maxLength: 100, description: 'Stays the same from one import to the next.' }),
  value: AnyObject({ description: 'As in files of resources, with names in place of ids.' }),
  item: Type.String({ maxLength: 2000, description: 'As in the report.' }),
  ...stateFields,
})
export type ImportedResourceBody = Static<typeof ImportedResourceSchema>

const ImportedVariableSchema = Strict({
  key: VariableCreateBodySchema.properties.key,
  value: Nullable(VariableCreateBodySchema.properties.value, {
    description: 'Null: the source hides it, and a person has to enter it.',
  }),
})
export type ImportedVariableBody = Static<typeof ImportedVariableSchema>

const resources = Type.Array(ImportedResourceSchema, { maxItems: maxProjectResources })
const variables = Type.Array(ImportedVariableSchema, { maxItems: maxProjectResources })

/** Files as resources, with the report of their fields. */
export const ImportReadSchema = Type.Object({
  resources,
  variables,
  places: Type.Array(Type.String(), { description: 'Names of places in the files that have no location yet.' }),
  counts: Type.Object(
    {
      exact: Type.Integer(),
      approximated: Type.Integer(),
      impossible: Type.Integer(),
      ignored: Type.Integer(),
      unknown: Type.Integer(),
    },
    { description: 'How many fields have each fate.' },
  ),
  report: Type.Array(ReportLineSchema, {
    description: 'One line for each field: first those that differ, 20 000 at most.',
  }),
})
export type ImportReadResource = Static<typeof ImportReadSchema>

/** The resources that a reading found, or those of them that shall be imported. */
export const ImportBodySchema = Strict({ resources, variables })
export type ImportBody = Static<typeof ImportBodySchema>

export const variableActions = ['CREATE', 'UPDATE', 'UNCHANGED', 'MISSING'] as const

const StateSchema = Strict({
  logicalId: ImportedResourceSchema.properties.logicalId,
  state: OneOf(importStates),
  reason: Nullable(Type.String({ maxLength: maxReason }), { description: 'Why, as the source says.' }),
})
/** The state of a check that its source knew last. */
export type ImportState = Static<typeof StateSchema>

/** The states of checks that were imported. */
export const ImportStatesBodySchema = Strict({
  states: Type.Array(StateSchema, {
    maxItems: maxProjectResources,
    description: 'Replaces those that were kept. Checks that it lacks are unknown.',
  }),
})

/** The checks that were imported from a source, with the states that it knew last. */
export const ImportComparisonSchema = Type.Object({
  source: Type.String({ examples: ['urls'] }),
  title: Type.String(),
  readAt: Nullable(DateTime({ description: 'When the states were given; null: never.' })),
  checks: Type.Array(
    Type.Object({
      id: Type.String(),
      logicalId: Type.String(),
      name: Type.String(),
      muted: Type.Boolean(),
      state: OneOf(importStates),
      reason: Nullable(Type.String()),
    }),
    { description: 'By name.' },
  ),
})
export type ImportComparisonResource = Static<typeof ImportComparisonSchema>

/** The plan of an import. */
export const ImportPreviewSchema = Type.Object({
  ...DeploymentPlanSchema.properties,
  variables: Type.Array(
    Type.Object({
      key: Type.String(),
      action: OneOf(variableActions, { description: 'MISSING: the source hides its value. Create it as a secret.' }),
    }),
  ),
  report: Type.Array(ReportLineSchema, { description: 'What cannot be imported, and what changes because of it.' }),
})
export type ImportPreviewResource = Static<typeof ImportPreviewSchema>
