import Type from 'typebox'
import type { TSchema } from 'typebox'
import { Nullable } from '../schema.ts'

/** The response of a list that is read by cursor. */
export const CursorList = <S extends TSchema>(entry: S) =>
  Type.Object({
    length: Type.Integer({ description: 'Entries of this page.' }),
    entries: Type.Array(entry),
    nextId: Nullable(Type.String(), { description: 'Cursor of the next page; null on the last.' }),
  })
