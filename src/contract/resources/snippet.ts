import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schema.ts'
import { matching } from '../matching.ts'

/** The name is that of a file next to the scripts that use it. */
export const SnippetBodySchema = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    ...matching('^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f]+$', 'a name without slashes, for example sign-in'),
    description: 'Scripts import it as ./snippets/<name>.js; no slashes. Unique in the account.',
  }),
  script: Type.String({ minLength: 1, maxLength: 1_000_000 }),
})
export type SnippetBody = Static<typeof SnippetBodySchema>

export const SnippetSchema = Type.Object({
  id: Type.Number(),
  name: Type.String(),
  script: Type.String(),
  created_at: Type.String(),
  updated_at: Nullable(Type.String()),
})
export type SnippetResource = Static<typeof SnippetSchema>
