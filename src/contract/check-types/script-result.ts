import Type from 'typebox'
import type { TSchema } from 'typebox'
import { AnyObject, Nullable } from '../schema.ts'
import { webVitalNames } from './script-answer.ts'

const Count = () => Type.Optional(Type.Number())

const Vital = Type.Object({
  score: Type.String({ description: 'GOOD, NEEDS_IMPROVEMENT or POOR.' }),
  value: Type.Number({ description: 'Milliseconds; CLS has no unit.' }),
})

/** The detail of a result, for every type that is one test file. `jobLog` is null while the run has no lines. */
const scriptResultFields = {
  errors: Type.Array(AnyObject(), { description: 'Errors with message, stack, location, snippet and isSoft.' }),
  startTime: Type.Number({ description: 'Epoch milliseconds.' }),
  endTime: Type.Number({ description: 'Epoch milliseconds.' }),
  runtimeVersion: Type.String(),
  jobLog: Nullable(Type.Array(Type.Object({ time: Type.Number(), msg: Type.String(), level: Type.String() }))),
  jobAssets: Nullable(Type.Array(Type.String()), { description: 'Links to the files of the run.' }),
  tests: Type.Array(AnyObject(), { description: 'Tests with their steps, and the requests in them, as a tree.' }),
  requestError: Nullable(Type.String(), { description: 'Why the script did not run to its end.' }),
  playwrightTestTraces: Type.Array(Type.String()),
  playwrightTestJsonReportFile: Type.String({ description: 'A link; empty for a run without a report.' }),
} satisfies Record<string, TSchema>

export const MultiStepCheckResultSchema = Type.Object(scriptResultFields)

export const BrowserCheckResultSchema = Type.Object({
  type: Type.String(),
  traceSummary: Type.Object({
    consoleErrors: Count(),
    networkErrors: Count(),
    documentErrors: Count(),
    userScriptErrors: Count(),
  }),
  pages: Type.Array(
    Type.Object({
      url: Type.String(),
      webVitals: Type.Object(Object.fromEntries(webVitalNames.map((name) => [name, Type.Optional(Vital)]))),
      console: Type.Array(AnyObject()),
      errors: Type.Array(AnyObject()),
      network: Type.Array(AnyObject()),
    }),
  ),
  playwrightTestVideos: Type.Array(Type.String()),
  ...scriptResultFields,
})
