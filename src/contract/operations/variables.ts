import Type from 'typebox'
import {
  maxVariablesAtOnce,
  VariableCreateBodySchema,
  VariableSchema,
  VariableUpdateBodySchema,
} from '../resources/environment-variable.ts'
import { UsedBySchema } from '../resources/used-by.ts'
import { defaultPageSize } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Environment variables')

const byKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 512 }) })

/** The command line tool requests neither page nor size, and takes the response for the complete list. */
const VariableQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `${defaultPageSize} when only \`page\` is given; without both, the first ${maxVariablesAtOnce} are answered, or as many as have about 3 MB.`,
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
})

export const variableOperations = {
  listVariables: operation('GET /v1/variables', {
    summary: 'List the variables of the account; secret values are null',
    ignoresUnknown: true,
    query: VariableQuery,
    success: { status: 200, schema: Type.Array(VariableSchema), list: 'page' },
  }),
  createVariable: operation('POST /v1/variables', {
    summary: 'Create a variable',
    body: VariableCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: VariableSchema },
    faults: ['VARIABLE_EXISTS', ...planFaults],
  }),
  getVariable: operation('GET /v1/variables/{key}', {
    summary: 'Get a variable; a secret value is null',
    ignoresUnknown: true,
    params: byKey,
    success: { status: 200, schema: VariableSchema },
    faults: ['VARIABLE_NOT_FOUND'],
  }),
  getUsesOfVariable: operation('GET /v1/variables/{key}/uses', {
    summary: 'Find the checks and groups that use a variable',
    params: byKey,
    success: { status: 200, schema: UsedBySchema },
    faults: ['VARIABLE_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
  updateVariable: operation('PUT /v1/variables/{key}', {
    summary: 'Change the value of a variable, or make it locked or secret',
    params: byKey,
    body: VariableUpdateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: VariableSchema },
    faults: ['VARIABLE_NOT_FOUND', 'VARIABLE_KEY_FIXED', 'VARIABLE_SECRET_FIXED'],
  }),
  deleteVariable: operation('DELETE /v1/variables/{key}', {
    summary: 'Delete a variable',
    params: byKey,
    faults: ['VARIABLE_NOT_FOUND'],
  }),
} as const
