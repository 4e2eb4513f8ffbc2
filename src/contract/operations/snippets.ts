import Type from 'typebox'
import { SnippetBodySchema, SnippetSchema } from '../resources/snippet.ts'
import { UsedBySchema } from '../resources/used-by.ts'
import { byIntegerId, PageQuery } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Snippets')

export const snippetOperations = {
  listSnippets: operation('GET /v1/snippets', {
    summary: 'List snippets',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(SnippetSchema), list: 'page' },
  }),
  createSnippet: operation('POST /v1/snippets', {
    summary: 'Create a snippet',
    ignoresUnknown: true,
    body: SnippetBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: SnippetSchema },
    faults: ['SNIPPET_NAME_TAKEN', ...planFaults],
  }),
  getSnippet: operation('GET /v1/snippets/{id}', {
    summary: 'Get a snippet',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: SnippetSchema },
    faults: ['SNIPPET_NOT_FOUND'],
  }),
  getUsesOfSnippet: operation('GET /v1/snippets/{id}/uses', {
    summary: 'Find the checks and groups that use a snippet',
    params: byIntegerId,
    success: { status: 200, schema: UsedBySchema },
    faults: ['SNIPPET_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
  updateSnippet: operation('PUT /v1/snippets/{id}', {
    summary: 'Update a snippet',
    ignoresUnknown: true,
    params: byIntegerId,
    body: SnippetBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: SnippetSchema },
    faults: ['SNIPPET_NOT_FOUND', 'SNIPPET_NAME_TAKEN'],
  }),
  deleteSnippet: operation('DELETE /v1/snippets/{id}', {
    summary: 'Delete a snippet that no check and no group uses',
    params: byIntegerId,
    faults: ['SNIPPET_NOT_FOUND', 'SNIPPET_IN_USE'],
  }),
} as const
