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
import { operation } from './row.ts'

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
  listVariables: operation({
    method: 'GET',
    path: '/v1/variables',
    tag: 'Environment variables',
    summary: 'List the variables of the account; secret values are null',
    access: 'read',
    ignoresUnknown: true,
    query: VariableQuery,
    success: { status: 200, schema: Type.Array(VariableSchema), list: 'page' },
    faults: [],
  }),
  createVariable: operation({
    method: 'POST',
    path: '/v1/variables',
    tag: 'Environment variables',
    summary: 'Create a variable',
    access: 'write',
    body: VariableCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: VariableSchema },
    faults: ['VARIABLE_EXISTS', ...planFaults],
  }),
  getVariable: operation({
    method: 'GET',
    path: '/v1/variables/{key}',
    tag: 'Environment variables',
    summary: 'Get a variable; a secret value is null',
    access: 'read',
    ignoresUnknown: true,
    params: byKey,
    success: { status: 200, schema: VariableSchema },
    faults: ['VARIABLE_NOT_FOUND'],
  }),
  getUsesOfVariable: operation({
    method: 'GET',
    path: '/v1/variables/{key}/uses',
    tag: 'Environment variables',
    summary: 'Find the checks and groups that use a variable',
    access: 'read',
    params: byKey,
    success: { status: 200, schema: UsedBySchema },
    faults: ['VARIABLE_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
  updateVariable: operation({
    method: 'PUT',
    path: '/v1/variables/{key}',
    tag: 'Environment variables',
    summary: 'Change the value of a variable, or make it locked or secret',
    access: 'write',
    params: byKey,
    body: VariableUpdateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: VariableSchema },
    faults: ['VARIABLE_NOT_FOUND', 'VARIABLE_KEY_FIXED', 'VARIABLE_SECRET_FIXED'],
  }),
  deleteVariable: operation({
    method: 'DELETE',
    path: '/v1/variables/{key}',
    tag: 'Environment variables',
    summary: 'Delete a variable',
    access: 'write',
    params: byKey,
    success: { status: 204 },
    faults: ['VARIABLE_NOT_FOUND'],
  }),
} as const
