import Type from 'typebox'
import { SnippetBodySchema, SnippetSchema } from '../resources/snippet.ts'
import { UsedBySchema } from '../resources/used-by.ts'
import { byIntegerId, PageQuery } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Snippets'

export const snippetOperations = {
  listSnippets: operation({
    method: 'GET',
    path: '/v1/snippets',
    tag,
    summary: 'List snippets',
    access: 'read',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(SnippetSchema), list: 'page' },
    faults: [],
  }),
  createSnippet: operation({
    method: 'POST',
    path: '/v1/snippets',
    tag,
    summary: 'Create a snippet',
    access: 'write',
    ignoresUnknown: true,
    body: SnippetBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: SnippetSchema },
    faults: ['SNIPPET_NAME_TAKEN', ...planFaults],
  }),
  getSnippet: operation({
    method: 'GET',
    path: '/v1/snippets/{id}',
    tag,
    summary: 'Get a snippet',
    access: 'read',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: SnippetSchema },
    faults: ['SNIPPET_NOT_FOUND'],
  }),
  getUsesOfSnippet: operation({
    method: 'GET',
    path: '/v1/snippets/{id}/uses',
    tag,
    summary: 'Find the checks and groups that use a snippet',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: UsedBySchema },
    faults: ['SNIPPET_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
  updateSnippet: operation({
    method: 'PUT',
    path: '/v1/snippets/{id}',
    tag,
    summary: 'Update a snippet',
    access: 'write',
    ignoresUnknown: true,
    params: byIntegerId,
    body: SnippetBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: SnippetSchema },
    faults: ['SNIPPET_NOT_FOUND', 'SNIPPET_NAME_TAKEN'],
  }),
  deleteSnippet: operation({
    method: 'DELETE',
    path: '/v1/snippets/{id}',
    tag,
    summary: 'Delete a snippet that no check and no group uses',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['SNIPPET_NOT_FOUND', 'SNIPPET_IN_USE'],
  }),
} as const
