import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject } from './schema-places.ts'
import { shareComponents } from './shared-components.ts'
import type { OpenApi } from './shared-components.ts'

/** Schemas with few words, so that the same occurs often, some long enough to be shared. */
const schema = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constantFrom('string', 'integer'), description: fc.constantFrom('a', 'b'.repeat(200)) }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom('a', 'items', 'anyOf', 'x-y'), tie('node'), { maxKeys: 3 }),
    }),
    fc.record({ items: tie('node'), default: fc.record({ properties: tie('node') }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
  ),
})).node

const documentOf = (schemas: readonly unknown[]): OpenApi => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(
    schemas.map((body, index) => [
      `/v1/${index}`,
      {
        post: {
          operationId: `createThing${index}`,
          parameters: [{ name: 'limit', in: 'query', schema: body }],
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: body } } },
            404: { description: 'Not Found: A.', content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    ]),
  ),
  components: { schemas: { Named: schemas[0] } },
})

/** The document with every reference replaced by what it refers to. */
function inlined(node: unknown, document: OpenApi): unknown {
  if (Array.isArray(node)) return node.map((item: unknown) => inlined(item, document))
  if (!isObject(node)) return node
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(String(node['$ref'])) ?? []
  if (kind !== undefined && name !== undefined) return inlined(document.components[kind]?.[name], document)
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value, document)]))
}

it('documents say the same with shared components as without', () => {
  fc.assert(
    fc.property(fc.array(schema, { minLength: 1, maxLength: 4 }), (schemas) => {
      const document = documentOf(schemas)
      const shared = shareComponents(document)
      expect(inlined(shared.paths, shared)).toEqual(document.paths)
      expect(inlined(shared.components['schemas']?.['Named'], shared)).toEqual(schemas[0])
    }),
  )
})
