import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject } from '../schema.ts'

const ProblemSchema = Type.Object({
  path: Type.String({ description: 'The field, for example request.url or request.assertions[0].target.' }),
  rule: Type.String({ description: 'The name of the rule, for example required, maximum or format.' }),
  parameters: AnyObject({
    description: 'The parameters of the rule, for example the limit, the values or the format.',
  }),
})

/** The body of every error response; existing clients read `statusCode` and `error`. */
export const ErrorReplySchema = Type.Object({
  statusCode: Type.Integer(),
  error: Type.String({ description: 'The reason phrase of the status, for example Bad Request.' }),
  message: Type.String({ description: 'The problem and its remedy.' }),
  errorCode: Type.Optional(Type.String({ description: 'What clients of the hosted product know the error by.' })),
  attributes: AnyObject({
    description: 'Details for programs: the fault code, and for bodies the mistake of each field.',
  }),
  problems: Type.Optional(
    Type.Array(ProblemSchema, {
      maxItems: 20,
      description: 'The fields that violate a rule, for programs with their own messages.',
    }),
  ),
})
export type ErrorReply = Static<typeof ErrorReplySchema>
