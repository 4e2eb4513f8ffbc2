import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, OneOf, Uuid } from '../schema.ts'
import { artifactKinds, maxArtifactBytes } from '../runs/artifact.ts'
import { runReturnReasons } from '../runs/run-report.ts'
import type { RunReport } from '../runs/run-report.ts'
import type { StoredArtifact } from '../runs/artifact.ts'
import { maxProgressCharacters, maxProgressEvents, stepStates } from '../runs/run-progress.ts'
import type { RunTask } from '../runs/run-task.ts'
import { AgentCapabilitiesSchema } from './capabilities.ts'
import { agentLimits } from './limits.ts'
import type { AgentPolicy } from './limits.ts'
import { AgentReportSchema, Instant, logLevelsOfRuns } from './run-report-schema.ts'

const ShortText = () => Type.String({ minLength: 1, maxLength: 255 })
const Version = () => Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}([.+-][0-9A-Za-z.+-]{1,40})?$' })
const Places = () => Type.Integer({ minimum: 0, maximum: agentLimits.places })
const items = { maxItems: agentLimits.items }

/** The first message of an agent, and again when the server no longer knows it (AGENT_UNKNOWN). */
export const AgentHelloSchema = Type.Object({
  protocol: Type.Object({ min: Type.Integer({ minimum: 1 }), max: Type.Integer({ minimum: 1 }) }),
  /** A UUID that the process makes when it starts. */
  agentId: Uuid(),
  /** Its display name, for example the host name. */
  name: ShortText(),
  version: Version(),
  /** Runs that it runs at once. */
  places: Type.Integer({ minimum: 1, maximum: agentLimits.places }),
  capabilities: AgentCapabilitiesSchema,
})
export type AgentHello = Static<typeof AgentHelloSchema>

export interface AgentWelcome {
  /** The version of the protocol that is spoken from now on. */
  readonly protocol: number
  readonly serverVersion: string
  /** Whether a newer agent should be installed; this one keeps working. */
  readonly isOutdated: boolean
  readonly location: AgentLocation
  readonly policy: AgentPolicy
}

/** The location that the key belongs to. `code` is the slug name, or the code of a public location. */
export interface AgentLocation {
  readonly kind: 'private' | 'public'
  readonly code: string
  readonly name: string
}

export const AgentClaimSchema = Type.Object({
  /** Made by the agent for each claim and sent again until there is an answer; the same id gets the same runs. */
  claimId: Uuid(),
  /** Whether this id was sent before. */
  isRepeated: Type.Optional(Type.Boolean()),
  /** Free places: at most so many runs are answered. */
  limit: Type.Integer({ minimum: 1, maximum: agentLimits.claimedRuns }),
  /** Runs under way. */
  running: Places(),
  waitMs: Type.Integer({ minimum: 0, maximum: agentLimits.claimWaitMs }),
})
export type AgentClaim = Static<typeof AgentClaimSchema>

export interface AgentClaimed {
  readonly tasks: readonly RunTask[]
}

const Lease = { taskId: Uuid(), leaseToken: Uuid() }

export const AgentRenewSchema = Type.Object({ leases: Type.Array(Type.Object(Lease), items) })
export type AgentRenew = Static<typeof AgentRenewSchema>

/** The events of a run that somebody watches. Without events it asks whether the run is still wanted. */
export const AgentProgressSchema = Type.Object({
  ...Lease,
  events: Type.Array(
    Type.Union([
      Type.Object({
        type: Type.Literal('LOG'),
        at: Instant(),
        level: OneOf(logLevelsOfRuns),
        message: Type.String({ maxLength: maxProgressCharacters }),
      }),
      Type.Object({
        type: Type.Literal('STEP'),
        at: Instant(),
        state: OneOf(stepStates),
        title: Type.String({ maxLength: maxProgressCharacters }),
        category: Type.String({ maxLength: 255 }),
        depth: Type.Integer({ minimum: 0, maximum: 1_000 }),
        durationMs: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 })),
      }),
    ]),
    { maxItems: maxProgressEvents },
  ),
})

export interface AgentProgressNoted {
  /** False: nobody wants the run any more, or another agent has it. */
  readonly isWanted: boolean
}

export interface AgentRenewed {
  /** Runs whose lease this agent has lost; they may be ended. */
  readonly lost: readonly string[]
}

export const AgentReportsSchema = Type.Object({ reports: Type.Array(AgentReportSchema, items) })

/** A report whose files are named by the ids of their uploads. */
export type AgentReport = Omit<RunReport, 'artifacts'> & {
  readonly uploadIds?: readonly string[]
  /** Of uploads that become golden files: their paths, by the ids of the uploads. */
  readonly goldenPaths?: Readonly<Record<string, string>>
}

export interface AgentReported {
  /** Reports that this agent could make: it held the leases of their runs. The others change nothing. */
  readonly accepted: number
  readonly dropped: number
}

export const AgentGiveBackSchema = Type.Object({
  returns: Type.Array(Type.Object({ ...Lease, reason: OneOf(runReturnReasons) }), items),
  /** Claims whose answer is not awaited any more: the runs they leased are returned. */
  claimIds: Type.Optional(Type.Array(Uuid(), { maxItems: 10 })),
})
export type AgentGiveBack = Static<typeof AgentGiveBackSchema>

export const AgentHealthSchema = Type.Object({
  running: Places(),
  /** Absent: unchanged. */
  capabilities: Type.Optional(AgentCapabilitiesSchema),
  /** A time in which too few anchors of the agent answered; `until` is null while it lasts. Older servers ignore it. */
  blind: Type.Optional(
    Type.Object({
      since: Instant(),
      until: Nullable(Instant()),
      silent: Type.Array(ShortText(), { maxItems: 20 }),
    }),
  ),
})
export type AgentHealth = Static<typeof AgentHealthSchema>

export interface AgentHealthNoted {
  readonly policy: AgentPolicy
}

/** Of an agent whose process crashed. It has nothing of checks, settings or responses in it. */
export const AgentCrashSchema = Type.Object({
  message: Type.String({ maxLength: 2_000 }),
  /** Source files of the agent with line and column, one a line. */
  stack: Type.String({ maxLength: 8_000 }),
  version: Version(),
  /** As Node names operating system and processor, for example `linux x64`. */
  platform: Type.String({ pattern: '^[a-z0-9]{1,20} [a-z0-9_]{1,20}$' }),
  runtimeVersion: Type.String({ pattern: '^v?\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$' }),
})
export type AgentCrash = Static<typeof AgentCrashSchema>

export const AgentUploadSchema = Type.Object({
  ...Lease,
  name: Type.String({ minLength: 1, maxLength: 1024 }),
  kind: OneOf(artifactKinds),
  contentType: Type.String({ maxLength: 255 }),
  sizeBytes: Type.Integer({ minimum: 0, maximum: maxArtifactBytes }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type AgentUpload = Static<typeof AgentUploadSchema>

/** The state of an upload: the next part begins at `offset`. */
export interface AgentUploadState {
  readonly uploadId: string
  readonly offset: number
}

export type AgentUploadFinished =
  | { readonly artifact: StoredArtifact }
  /** Continues "The file x was not kept: ". */
  | { readonly problem: string }
