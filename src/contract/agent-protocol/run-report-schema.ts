import Type from 'typebox'
import { AnyObject, Nullable, OneOf, Uuid } from '../schema.ts'
import { artifactKinds } from '../runs/artifact.ts'
import { failureKinds } from '../runs/observation.ts'
import { outcomes, reasonKinds } from '../runs/verdict.ts'
import { agentLimits } from './limits.ts'

const text = (maxLength: number) => Type.String({ maxLength })
/** Epoch milliseconds that PostgreSQL can store as a time. */
export const Instant = () => Type.Number({ minimum: 0, maximum: 8_000_000_000_000 })
const Milliseconds = () => Type.Number({ minimum: 0, maximum: 1_000_000_000 })
const long = agentLimits.bodyBytes

export const logLevelsOfRuns = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const

const LogLine = Type.Object({
  time: Instant(),
  level: OneOf(logLevelsOfRuns),
  msg: text(long),
})
const LogLines = Type.Array(LogLine, { maxItems: 100_000 })
const TextMap = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: true })

const ObservationSchema = Type.Object({
  startedAt: Instant(),
  stoppedAt: Instant(),
  responseTimeMs: Milliseconds(),
  answer: Nullable(AnyObject()),
  failure: Nullable(
    Type.Object({
      kind: OneOf(failureKinds),
      code: text(255),
      message: text(100_000),
      isNetworkError: Type.Boolean(),
    }),
  ),
  sent: Type.Optional(
    Type.Object({ method: text(64), url: text(long), data: text(long), headers: TextMap, params: TextMap }),
  ),
  sslDaysRemaining: Type.Optional(Nullable(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }))),
  sslDomain: Type.Optional(text(255)),
  log: LogLines,
  triedAddresses: Type.Optional(
    Type.Array(Type.Object({ address: text(255), error: Nullable(text(255)) }), { maxItems: 100 }),
  ),
  scriptLogs: Type.Optional(Type.Object({ setup: LogLines, teardown: LogLines })),
  scriptFailures: Type.Optional(Type.Array(text(100_000), { maxItems: 1_000 })),
})

const VerdictSchema = Type.Object({
  outcome: OneOf(outcomes),
  reasons: Type.Array(
    Type.Object({ kind: OneOf(reasonKinds), outcome: OneOf(['degraded', 'failed']), message: text(100_000) }),
    { maxItems: 10_000 },
  ),
  assertions: Type.Array(AnyObject(), { maxItems: 10_000 }),
  overMaxResponseTime: Type.Boolean(),
})

const ReportedFileSchema = Type.Object({
  name: text(1024),
  kind: OneOf(artifactKinds),
  contentType: text(255),
  sizeBytes: Type.Integer({ minimum: 0 }),
  contentBase64: Nullable(text(long)),
})

const LearnedScriptSchema = Type.Object({
  version: text(255),
  base: Nullable(Uuid()),
  script: Nullable(AnyObject()),
})

/** A report as an agent sends it. Its files are the ids of finished uploads of the same run. */
export const AgentReportSchema = Type.Object({
  taskId: Uuid(),
  leaseToken: Uuid(),
  observation: ObservationSchema,
  verdict: VerdictSchema,
  detail: AnyObject(),
  isRunnerError: Type.Boolean(),
  uploadIds: Type.Optional(Type.Array(Uuid(), { maxItems: 200 })),
  goldenPaths: Type.Optional(Type.Record(Uuid(), text(1024))),
  files: Type.Optional(Type.Array(ReportedFileSchema, { maxItems: 50 })),
  learned: Type.Optional(LearnedScriptSchema),
  isInconclusive: Type.Optional(Type.Literal(true)),
  isBlind: Type.Optional(Type.Literal(true)),
})
