import Type from 'typebox'
import { DeploymentSchema } from '../resources/project.ts'
import {
  ImportBodySchema,
  ImportComparisonSchema,
  ImportPreviewSchema,
  ImportReadBodySchema,
  ImportReadSchema,
  ImportSourceSchema,
  ImportStatesBodySchema,
} from '../resources/source-import.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Imports')

const bySource = Type.Object({ source: Type.String({ minLength: 1, maxLength: 100 }) })
const previewFaults = [
  'IMPORT_SOURCE_NOT_FOUND',
  'DEPLOYMENT_INVALID',
  'DEPLOYMENT_REJECTED',
  'DEPLOYMENT_LIMITED',
  'DEPLOYMENT_IN_PROGRESS',
] as const
const limit = { requests: 60, seconds: 60 } as const

export const sourceImportOperations = {
  listImportSources: operation('GET /v1/import-sources', {
    summary: 'List the tools that checks can be imported from',
    success: { status: 200, schema: Type.Array(ImportSourceSchema) },
  }),
  readImport: operation('POST /v1/import-sources/{source}/read', {
    summary:
      'Read files of another tool, or its API: the resources, and what becomes of each field; nothing is changed',
    params: bySource,
    body: ImportReadBodySchema,
    bodySize: 'project',
    readsOnly: true,
    success: { status: 200, schema: ImportReadSchema },
    faults: ['IMPORT_SOURCE_NOT_FOUND', 'IMPORT_UNREADABLE'],
    limit,
  }),
  planImport: operation('POST /v1/import-sources/{source}/plan', {
    summary: 'Plan an import: what it would change, by property; nothing is changed',
    params: bySource,
    body: ImportBodySchema,
    bodySize: 'project',
    readsOnly: true,
    success: { status: 200, schema: ImportPreviewSchema },
    faults: previewFaults,
    limit,
  }),
  startImport: operation('POST /v1/import-sources/{source}/imports', {
    summary: 'Import: secrets become variables, everything else is deployed in one transaction; new checks are muted',
    params: bySource,
    query: Type.Object({
      planToken: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'Of a plan: nothing is deployed when the resources of the project changed since.',
        }),
      ),
    }),
    body: ImportBodySchema,
    bodySize: 'project',
    success: { status: 202, schema: DeploymentSchema },
    faults: [...previewFaults, 'PLAN_STALE', 'VARIABLE_EXISTS', 'ENTITLEMENT_EXCEEDED'],
    limit,
  }),
  getImportComparison: operation('GET /v1/import-sources/{source}/comparison', {
    summary: 'List the checks that were imported from a tool, with the states that it knew last',
    params: bySource,
    success: { status: 200, schema: ImportComparisonSchema },
    faults: ['IMPORT_SOURCE_NOT_FOUND'],
  }),
  setImportStates: operation('POST /v1/import-sources/{source}/states', {
    summary: 'Set the states that a tool knew last of the checks imported from it; an import does so itself',
    params: bySource,
    body: ImportStatesBodySchema,
    bodySize: 'project',
    success: { status: 200, schema: ImportComparisonSchema },
    faults: ['IMPORT_SOURCE_NOT_FOUND'],
    limit,
  }),
} as const
