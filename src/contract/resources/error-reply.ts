import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject } from '../schema.ts'

/** The body of every error response; existing clients read `statusCode` and `error`. */
export const ErrorReplySchema = Type.Object({
  statusCode: Type.Integer(),
  error: Type.String({ description: 'The reason phrase of the status, for example Bad Request.' }),
  message: Type.String({ description: 'What is wrong and what to change.' }),
  attributes: AnyObject({
    description: 'Details for programs: the fault code, and for bodies the mistake of each field.',
  }),
})
export type ErrorReply = Static<typeof ErrorReplySchema>
