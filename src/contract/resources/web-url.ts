import Type from 'typebox'
import { matching } from '../matching.ts'
import { Nullable } from '../schema.ts'

/** The page shows it or links to it, so only http and https are allowed; empty is the same as none. */
export const WebUrl = (description: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2048,
        ...matching('^([Hh][Tt][Tt][Pp][Ss]?://[^\\s]+)?$', 'an http or https URL, or empty'),
      }),
      { default: null, description },
    ),
  )
