import Type from 'typebox'
import { Nullable } from '../schema.ts'

const Binding = Type.Object({
  project: Type.Object({ id: Type.String(), logicalId: Type.String(), name: Type.String() }),
  binding: Type.Object({ logicalId: Type.String(), pending: Type.Boolean() }),
})

/** Which code projects own or refer to a resource; owner null and no references when nothing does. */
export const ProjectBindingsSchema = Type.Object(
  { owner: Nullable(Binding), references: Type.Array(Binding) },
  { description: 'Code projects that own the resource or refer to it.' },
)
