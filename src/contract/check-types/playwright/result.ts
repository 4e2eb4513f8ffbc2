import Type from 'typebox'
import { Nullable } from '../../schema.ts'

const Links = (description: string) => Type.Array(Type.String(), { description })
const TraceFile = Type.Object({ url: Type.String(), name: Type.String(), filename: Type.String() })

/** The detail of a result. `jobLog` is null while the run has no lines. */
export const PlaywrightCheckResultSchema = Type.Object({
  errors: Type.Array(Type.Object({ message: Type.String() }), {
    description: 'Errors of tests that failed after all retries, and errors outside of tests.',
  }),
  startTime: Type.Number({ description: 'Epoch milliseconds.' }),
  endTime: Type.Number({ description: 'Epoch milliseconds.' }),
  tests: Nullable(
    Type.Object({ passed: Type.Number(), failed: Type.Number(), flaky: Type.Number(), skipped: Type.Number() }),
    { description: 'How many tests ended how; null when the suite did not get to its end.' },
  ),
  requestError: Nullable(Type.String(), { description: 'Why the suite did not get to its end.' }),
  jobLog: Nullable(Type.Array(Type.Object({ time: Type.Number(), msg: Type.String(), level: Type.String() }))),
  jobAssets: Nullable(Type.Array(Type.String()), { description: 'Links to the files of the run.' }),
  playwrightTraceFiles: Type.Array(TraceFile),
  playwrightTestTraces: Links('Links to the trace of each test.'),
  playwrightTestVideos: Links('Links to videos.'),
  playwrightTestJsonReportFile: Type.Optional(Type.String({ description: 'A link to the JSON report.' })),
})
