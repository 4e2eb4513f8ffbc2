import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { fieldsOfSchema } from '../merge-patch.ts'
import { Nullable } from '../schema.ts'

const Binding = Type.Object({
  project: Type.Object({ id: Type.String(), logicalId: Type.String(), name: Type.String() }),
  binding: Type.Object({ logicalId: Type.String(), pending: Type.Boolean() }),
})

/** The type that projects know the resources by which have these bindings. */
const typeName = 'x-resource-type'

/** Which code projects own or refer to a resource of this type; owner null and no references when nothing does. */
export const ProjectBindingsSchema = (type: string) =>
  Type.Object(
    { owner: Nullable(Binding), references: Type.Array(Binding) },
    { description: 'Code projects that own the resource or refer to it.', [typeName]: type },
  )
export type ProjectBindings = Static<ReturnType<typeof ProjectBindingsSchema>>

/** The type of resources, in terms of projects, that an answer of this schema describes; undefined for others. */
export function boundTypeOf(schema: TSchema): string | undefined {
  const bindings: { readonly [typeName]?: string } = fieldsOfSchema(schema)['projectBindings'] ?? {}
  return bindings[typeName]
}
