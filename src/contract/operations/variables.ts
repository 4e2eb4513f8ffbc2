import Type from 'typebox'
import {
  VariableCreateBodySchema,
  VariableSchema,
  VariableUpdateBodySchema,
} from '../resources/environment-variable.ts'
import { PageQuery } from './request-parts.ts'
import { operation } from './row.ts'

const byKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 512 }) })

export const variableOperations = {
  listVariables: operation({
    method: 'GET',
    path: '/v1/variables',
    tag: 'Environment variables',
    summary: 'List the variables of the account; secret values are null',
    access: 'read',
    query: PageQuery,
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
    success: { status: 201, schema: VariableSchema },
    faults: ['VARIABLE_EXISTS'],
  }),
  getVariable: operation({
    method: 'GET',
    path: '/v1/variables/{key}',
    tag: 'Environment variables',
    summary: 'Get a variable; a secret value is null',
    access: 'read',
    params: byKey,
    success: { status: 200, schema: VariableSchema },
    faults: ['VARIABLE_NOT_FOUND'],
  }),
  updateVariable: operation({
    method: 'PUT',
    path: '/v1/variables/{key}',
    tag: 'Environment variables',
    summary: 'Change the value of a variable, or make it locked or secret',
    access: 'write',
    params: byKey,
    body: VariableUpdateBodySchema,
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
