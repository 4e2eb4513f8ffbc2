import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, Nullable } from '../schema.ts'

const LogLineSchema = Type.Object({
  time: Type.Number({ description: 'Epoch milliseconds.' }),
  level: Type.String(),
  msg: Type.String(),
})
export type RunLogLine = Static<typeof LogLineSchema>

/** The log of a run: of HTTP checks by phase, of all others as one list. */
export const RunLogSchema = Type.Union([
  Type.Array(LogLineSchema),
  Type.Object({
    setup: Type.Array(LogLineSchema),
    request: Type.Array(LogLineSchema),
    teardown: Type.Array(LogLineSchema),
  }),
])
export type RunLog = Static<typeof RunLogSchema>

/** The request and the response of a run, with its assertions. */
export const RunDataSchema = Type.Object(
  {
    requestError: Type.Optional(Nullable(Type.String())),
    request: Type.Optional(AnyObject()),
    response: Type.Optional(AnyObject()),
    assertions: Type.Optional(Type.Array(AnyObject())),
  },
  { additionalProperties: true },
)
export type RunData = Static<typeof RunDataSchema>

export const TestSessionLinkSchema = Type.Object({ link: Type.String() })

const Links = () => Type.Array(Type.String())

export const TestResultLinksSchema = Type.Object({
  testResultLink: Type.String(),
  testTraceLinks: Links(),
  videoLinks: Links(),
  screenshotLinks: Links(),
})
export type TestResultLinks = Static<typeof TestResultLinksSchema>
